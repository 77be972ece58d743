/**
 * Bytes of a file that are taken at most: what the server lets a request have, with room for how text is
 * written in it.
 */
const MOST_BYTES = 1 << 20;

/** Whether a file has more of them. */
export function isTooLong(file: Blob): boolean {
  return file.size > MOST_BYTES;
}

/**
 * The text of a file. Bytes that are no UTF-8 are read as Latin-1 if the whole is, since old rulesheets are.
 */
export async function read(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}
