// The address of what is shown: `#/section?name=value`. Every section keeps its own, also while another one
// is shown.

import { CARRIED, keepCarried, pack } from "./carried";

type Values = Record<string, string | number | undefined>;

function read(): [section: string, parameters: URLSearchParams] {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  return [path, new URLSearchParams(query)];
}

let section = $state(read()[0]);
/** What each section that was entered shows. */
const shown = $state<Record<string, URLSearchParams>>({});
/** What the address said when a section was left: in the history it stands for what has become of it. */
const left = new Map<string, string>();
const NONE = new URLSearchParams();
/**
 * The address as the page last read or wrote it. The browser tells of another one a moment after it
 * has changed.
 */
let known = location.hash;

/**
 * Goes where an address says, after rules that it carries were kept. Addresses of this page's own history
 * have nothing new.
 */
async function arrive(): Promise<void> {
  known = location.hash;
  const [entered, carrying] = read();
  const isCarrying = carrying.has(CARRIED);
  const isOwn = (history.state as { isOwn?: boolean } | null)?.isOwn ?? false;
  if (isCarrying && !isOwn) {
    const parameters = await keepCarried(carrying);
    if (String(read()[1]) !== String(carrying)) return;
    rewrite(entered, parameters, { isOwn: true });
    update(entered, parameters);
    return;
  }
  carrying.delete(CARRIED);
  update(entered, carrying);
}

function update(entered: string, parameters: URLSearchParams): void {
  const kept = shown[entered];
  const returns = entered !== section && left.get(entered) === String(parameters);
  // An address of a section alone leaves that as it is.
  if (kept && (returns || parameters.size === 0)) rewrite(entered, kept);
  else shown[entered] = parameters;
  if (entered === section) return;
  left.set(section, String(shown[section] ?? NONE));
  left.delete(entered);
  section = entered;
}

addEventListener("hashchange", () => void arrive());

/** Reads the first address; nothing is shown before. */
export const arrival: Promise<void> = arrive();

export const route = {
  /** The section that is shown. */
  get section() {
    return section;
  },
};

/** The part of the address that is a section's own. */
export function routeOf(name: string): { readonly parameters: URLSearchParams } {
  return {
    get parameters() {
      return shown[name] ?? NONE;
    },
  };
}

/** The address of a section with what it shows. Empty parameters are left out. */
export function address(section: string, parameters: Values = {}): string {
  return written(section, queryOf(parameters));
}

/** The address that leads back to a section as it is. */
export function addressNow(name: string): string {
  return written(name, shown[name] ?? NONE);
}

/** Goes to another address, which can be left by the browser's back button. */
export function go(section: string, parameters: Values = {}): void {
  location.hash = address(section, parameters);
  known = location.hash;
}

/**
 * Notes in the address what a section shows, so that it can be shared and opened again; nothing else happens.
 * Of a section that is not shown it is noted for later.
 */
export function note(name: string, parameters: Values): void {
  const query = queryOf(parameters);
  const isBehind = location.hash !== known;
  const [addressed, before] = read();
  const isAddressed = addressed === name;
  // The browser has gone back or on, and the section will hear of it: that address counts.
  if (isBehind && isAddressed && name === section) return;
  if (String(shown[name] ?? NONE) !== String(query)) shown[name] = query;
  if (!isAddressed || isBehind) return;
  const letters = before.get("mine") === query.get("mine") ? before.get(CARRIED) : null;
  const carrying = new URLSearchParams(query);
  if (letters !== null) carrying.set(CARRIED, letters);
  rewrite(name, carrying);
}

/** Has the address carry rules of one's own, which it names; false if they are too long for that. */
export async function carry(name: string, rules: string): Promise<boolean> {
  const letters = await pack(rules);
  const [entered, parameters] = read();
  if (parameters.get("mine") === name) {
    if (letters === undefined) parameters.delete(CARRIED);
    else parameters.set(CARRIED, letters);
    rewrite(entered, parameters, { isOwn: true });
  }
  return letters !== undefined;
}

/** Writes another address in the place of the present one. */
function rewrite(section: string, parameters: URLSearchParams, state: unknown = history.state): void {
  history.replaceState(state, "", written(section, parameters));
  known = location.hash;
}

function queryOf(parameters: Values): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== "") query.set(name, String(value));
  }
  return query;
}

function written(section: string, parameters: URLSearchParams): string {
  const query = String(parameters);
  return `#/${section}${query && `?${query}`}`;
}
