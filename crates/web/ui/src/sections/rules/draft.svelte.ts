// The rulesheet that is being written: it outlives the page, and knows where it came from.

import { api, data } from "../../lib/api";
import { freeName, get, list, nameFor, put } from "../../lib/myRules";
import { remembered } from "../../lib/remembered.svelte";
import { TEMPLATE } from "./kif/template";

interface Kept {
  /** The name of the built-in game or of the rules of one's own; empty if it is neither. */
  name: string;
  isBuiltIn: boolean;
  /** What was opened or saved last. */
  saved: string;
  text: string;
}

/** Where a rulesheet is found by others. */
export type Origin = { game: string } | { mine: string } | Record<string, never>;

/** So many texts that were left unsaved are kept. */
const MOST_UNSAVED = 10;

const NEW: Kept = { name: "", isBuiltIn: false, saved: TEMPLATE, text: TEMPLATE };

export class Draft {
  /** The one that was written last, in whichever tab: where another tab begins. */
  private readonly latest = remembered<Kept>("draft", NEW, isKept);
  /** The one of this tab. */
  private readonly own = remembered<Kept>("draft", this.latest.value, isKept, "sessionStorage");
  private readonly others = remembered<Kept[]>(
    "drafts",
    [],
    (value) => Array.isArray(value) && value.every(isKept),
  );

  /** How often something was opened, or asked for to be opened. */
  private openings = 0;

  constructor() {
    // What was put aside when the page was left is open again.
    const others = this.others.value.filter((other) => !isSame(other, this.kept));
    if (others.length < this.others.value.length) this.others.value = others;
  }

  private get kept(): Kept {
    return this.own.value;
  }

  private set kept(next: Kept) {
    this.own.value = this.latest.value = next;
  }

  /** The names of the rulesheets that others were opened in place of, unsaved; empty where one has none. */
  get unsaved(): string[] {
    return this.others.value.map(({ name }) => name);
  }

  get name(): string {
    return this.kept.name;
  }

  get isBuiltIn(): boolean {
    return this.kept.isBuiltIn;
  }

  get text(): string {
    return this.kept.text;
  }

  set text(text: string) {
    this.kept = { ...this.kept, text };
  }

  /** Whether it has been changed since it was opened or saved. */
  get isChanged(): boolean {
    return this.text !== this.kept.saved;
  }

  /** Where what was opened or saved last is found. */
  get origin(): Origin {
    if (this.isBuiltIn) return { game: this.name };
    return get(this.name) === undefined ? {} : { mine: this.name };
  }

  /** Begins anew. */
  begin(): void {
    this.replace(NEW);
  }

  /** Takes a text from elsewhere, under a name that no rules are kept under yet. */
  take(name: string, text: string): void {
    this.replace({ name: freeName(name, list()), isBuiltIn: false, saved: "", text });
  }

  /** The same with a text that is yet to come; false if something else was opened meanwhile. */
  async takeFrom(name: string, text: Promise<string>): Promise<boolean> {
    const found = await this.awaited(text);
    if (found !== undefined) this.take(name, found);
    return found !== undefined;
  }

  /**
   * Opens a built-in game; false if something else was opened meanwhile. An `ApiError` is thrown if there is
   * none of this name.
   */
  async openBuiltIn(name: string): Promise<boolean> {
    const game = await this.awaited(data(api.GET("/api/games/{name}", { params: { path: { name } } })));
    if (game) this.replace({ name, isBuiltIn: true, saved: game.rules, text: game.rules });
    return game !== undefined;
  }

  /** Goes on with this one, whatever was asked for to be opened in its place. */
  stay(): void {
    this.openings += 1;
  }

  /**
   * What is waited for to be opened; none if something else was opened meanwhile, for the latest
   * opening counts.
   */
  private async awaited<T>(wanted: Promise<T>): Promise<T | undefined> {
    const opening = ++this.openings;
    try {
      const found = await wanted;
      return opening === this.openings ? found : undefined;
    } catch (error) {
      if (opening === this.openings) throw error;
      return undefined;
    }
  }

  /** Opens rules of one's own; false if there are none of this name. */
  openMine(name: string): boolean {
    const rules = get(name);
    if (rules !== undefined) this.replace({ name, isBuiltIn: false, saved: rules, text: rules });
    return rules !== undefined;
  }

  /** Opens one that was left unsaved, by its place among them. */
  reopen(place: number): void {
    const next = this.others.value[place];
    if (!next) return;
    this.others.value = this.others.value.toSpliced(place, 1);
    this.replace(next);
  }

  /** Takes another text in place of this one, which is kept if it is nowhere else. */
  private replace(next: Kept): void {
    this.openings += 1;
    if (this.text !== next.text) this.putAside();
    this.kept = next;
  }

  /** Puts it among those that are not saved, if it is not. */
  private putAside(): void {
    if (this.isChanged)
      this.others.value = [
        this.kept,
        ...this.others.value.filter((other) => !isSame(other, this.kept)),
      ].slice(0, MOST_UNSAVED);
  }

  /** Called when the page is left: another tab may have written its own draft in this one's place. */
  leave(): void {
    if (!isSame(this.latest.value, this.kept)) this.putAside();
  }

  /**
   * Keeps it under a name among the rules of one's own. Where other rules have that, also if they were saved
   * after this was opened, they stay, and it gets another name. The name that it has; none if the browser has
   * no room.
   */
  save(wish: string): string | undefined {
    const { text, isBuiltIn, kept } = this;
    const isOwn = !isBuiltIn && wish === kept.name && get(wish) === kept.saved;
    const name = isOwn ? wish : nameFor(wish, text);
    if (!put(name, text)) return undefined;
    this.kept = { name, isBuiltIn: false, saved: text, text };
    return name;
  }

  /**
   * Where other sections find it: a built-in game as it is, else as rules of one's own, kept under its name
   * now. None if there is no room.
   */
  publish(untitled: string): Origin | undefined {
    const isBuiltIn = this.isBuiltIn && !this.isChanged;
    if (!isBuiltIn && this.save(this.nameToSave(untitled)) === undefined) return undefined;
    return this.origin;
  }

  /** The name that it would be saved under: its own, or one that nothing else has. */
  nameToSave(untitled: string): string {
    if (this.name !== "" && !this.isBuiltIn) return this.name;
    return freeName(this.name === "" ? untitled : this.name, list());
  }
}

function isSame(one: Kept, other: Kept): boolean {
  return one.name === other.name && one.isBuiltIn === other.isBuiltIn && one.text === other.text;
}

function isKept(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name, isBuiltIn, saved, text } = value as Record<string, unknown>;
  return [name, saved, text].every((part) => typeof part === "string") && typeof isBuiltIn === "boolean";
}
