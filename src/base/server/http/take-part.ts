/** A sender that is silent for so long has lost its connection, whatever the socket reports. */
const defaultIdleMs = 10_000;

type Limits = { maxBytes: number; idleMs?: number };

/**
 * The chunks of a part until they end, the sender falls silent, or there are more than `maxBytes`; which of these is
 * known when they have been read. Fails when the connection breaks.
 */
export function takePart(chunks: AsyncIterable<Buffer>, { maxBytes, idleMs = defaultIdleMs }: Limits) {
  const source = chunks[Symbol.asyncIterator]();
  let left = maxBytes;

  async function* take(): AsyncGenerator<Buffer> {
    for (;;) {
      const next = await withTimeout(source.next(), idleMs);
      if (!next || next.done) return;
      left -= next.value.length;
      if (left < 0) return void (await source.return?.());
      yield next.value;
    }
  }
  return { chunks: take(), isTooLong: () => left < 0 };
}

/** The result; undefined when it takes longer, and what comes of it then is ignored. */
async function withTimeout<T>(result: Promise<T>, ms: number): Promise<T | undefined> {
  result.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
