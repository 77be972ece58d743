// The rulesheet that is being written: it outlives the page, and knows where it came from.

import { api, data } from "../../lib/api";
import { freeName, get, list, put } from "../../lib/myRules";
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
  private readonly kept = remembered<Kept>("draft", NEW, isKept);
  private readonly others = remembered<Kept[]>("drafts", [], (value) => Array.isArray(value) && value.every(isKept));

  /** The names of the rulesheets that others were opened in place of, unsaved; empty where one has none. */
  get unsaved(): string[] {
    return this.others.value.map(({ name }) => name);
  }

  get name(): string {
    return this.kept.value.name;
  }

  get isBuiltIn(): boolean {
    return this.kept.value.isBuiltIn;
  }

  get text(): string {
    return this.kept.value.text;
  }

  set text(text: string) {
    this.kept.value = { ...this.kept.value, text };
  }

  /** Whether it has been changed since it was opened or saved. */
  get isChanged(): boolean {
    return this.text !== this.kept.value.saved;
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

  /** Opens a built-in game. An `ApiError` is thrown if there is none of this name. */
  async openBuiltIn(name: string): Promise<void> {
    const { rules } = await data(api.GET("/api/games/{name}", { params: { path: { name } } }));
    this.replace({ name, isBuiltIn: true, saved: rules, text: rules });
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
    const before = this.kept.value;
    if (this.isChanged && before.text !== next.text) this.others.value = [before, ...this.others.value].slice(0, MOST_UNSAVED);
    this.kept.value = next;
  }

  /** Keeps it under a name among the rules of one's own; false if the browser has no room. */
  save(name: string): boolean {
    const { text } = this;
    const isKept = put(name, text);
    if (isKept) this.kept.value = { name, isBuiltIn: false, saved: text, text };
    return isKept;
  }

  /** Where other sections find it: a built-in game as it is, else as rules of one's own, kept under its name now. None if there is no room. */
  publish(untitled: string): Origin | undefined {
    const isBuiltIn = this.isBuiltIn && !this.isChanged;
    if (!isBuiltIn && !this.save(this.nameToSave(untitled))) return undefined;
    return this.origin;
  }

  /** The name that it would be saved under: its own, or one that nothing else has. */
  nameToSave(untitled: string): string {
    if (this.name !== "" && !this.isBuiltIn) return this.name;
    return freeName(this.name === "" ? untitled : this.name, list());
  }
}

function isKept(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name, isBuiltIn, saved, text } = value as Record<string, unknown>;
  return [name, saved, text].every((part) => typeof part === "string") && typeof isBuiltIn === "boolean";
}
