/** Characters sent at once: a row alone would be a packet of its own. */
const chunkSize = 32_768;

/** The same text in fewer, larger parts; at most one of them is in memory. */
export async function* toChunks(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let waiting = "";
  for await (const part of parts) {
    waiting += part;
    if (waiting.length < chunkSize) continue;
    yield waiting;
    waiting = "";
  }
  if (waiting !== "") yield waiting;
}
