// Rules of one's own in an address, packed, so that it works in other browsers too.

import { get, nameFor, put } from "./myRules";

/** The parameter that carries them, beside their name. */
export const CARRIED = "sheet";

/** Letters that an address may have for rules; what is longer is cut by mail programs and chats. */
const MOST_LETTERS = 12_000;
/** Bytes of a rulesheet, as the server takes them. */
const MOST_BYTES = 2 ** 20;

/** Rules as letters for an address; none if they are too long. */
export async function pack(rules: string): Promise<string | undefined> {
  const bytes = await all(new Blob([rules]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
  return letters.length <= MOST_LETTERS ? letters : undefined;
}

/** The rules of such letters; none if they are damaged. */
export async function unpack(letters: string): Promise<string | undefined> {
  try {
    const bytes = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (letter) =>
      letter.charCodeAt(0),
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(
      await all(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))),
    );
  } catch {
    return undefined;
  }
}

/** All bytes of a stream; an error is thrown if they are more than a rulesheet has. */
async function all(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) throw new RangeError("too many bytes");
    parts.push(part.value);
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/**
 * Keeps the rules that an address carries; gives the address's parameters without them, with the name that
 * they are kept under.
 */
export async function keepCarried(parameters: URLSearchParams, storage?: Storage): Promise<URLSearchParams> {
  const next = new URLSearchParams(parameters);
  const [name, letters] = [next.get("mine"), next.get(CARRIED)];
  next.delete(CARRIED);
  const rules = name === null || letters === null ? undefined : await unpack(letters);
  if (name === null || rules === undefined) return next;
  const kept = nameFor(name, rules, storage);
  if (get(kept, storage) !== rules) put(kept, rules, storage);
  next.set("mine", kept);
  return next;
}
