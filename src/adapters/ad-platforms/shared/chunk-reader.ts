/** Splits a stream into chunks of exact lengths, each read only when it is sent. */
export function makeChunkReader(source: AsyncIterable<Uint8Array>) {
  const reader = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  async function* next(length: number): AsyncGenerator<Uint8Array> {
    let remaining = length;
    while (remaining > 0) {
      if (rest.length === 0) {
        const { done, value } = await reader.next();
        if (done) throw new Error(`the file ended ${remaining} bytes too early`);
        rest = value;
        continue;
      }
      const piece = rest.subarray(0, remaining);
      rest = rest.subarray(piece.length);
      remaining -= piece.length;
      yield piece;
    }
  }
  return { next, close: async () => void (await reader.return?.()) };
}
