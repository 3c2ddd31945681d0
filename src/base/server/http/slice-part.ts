/**
 * The chunks in slices of `sliceBytes` or little more, so that each can be stored and counted before the next comes.
 * A slice must be read to its end before the next one is requested. A source that fails does so in the slice that is
 * being read, which is then the last.
 */
export async function* slicePart(
  chunks: AsyncIterable<Buffer>,
  sliceBytes: number,
): AsyncGenerator<AsyncIterable<Buffer>> {
  const source = chunks[Symbol.asyncIterator]();
  let isOver = false;

  async function* take(): AsyncGenerator<Buffer> {
    for (let left = sliceBytes; left > 0; ) {
      isOver = true; // unless another chunk comes
      const next = await source.next();
      if (next.done) return;
      isOver = false;
      left -= next.value.length;
      yield next.value;
    }
  }

  try {
    while (!isOver) yield take();
  } finally {
    await source.return?.();
  }
}
