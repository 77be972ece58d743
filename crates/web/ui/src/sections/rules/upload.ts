/** Bytes of a file that are taken at most: what the server lets a request have, with room for how text is written in it. */
const MOST_BYTES = 1 << 20;

/** The text of a file; none if it is too long. Bytes that are no UTF-8 are read as Latin-1 if the whole is, since old rulesheets are. */
export async function read(file: Blob): Promise<string | undefined> {
  if (file.size > MOST_BYTES) return undefined;
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}
