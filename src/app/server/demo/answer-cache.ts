import type { DemoAnswer, DemoRequest } from "./open-demo-app.ts";

/** Memory that kept answers may take, and the largest that is kept. */
const keptBytes = 32 * 1_048_576;
const largestBytes = 2 * 1_048_576;

/**
 * Answers by their request: the demo's data and its time stand still, so that all visitors of a day share them, also
 * while one is being made. Those used longest ago go first; failures are not kept.
 */
export function makeAnswerCache(make: (request: DemoRequest) => Promise<DemoAnswer>) {
  const kept = new Map<string, { answer: Promise<DemoAnswer>; bytes: number }>();
  let bytes = 0;

  function drop(key: string) {
    bytes -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  /** Its size is known now. */
  function weigh(key: string, answer: Promise<DemoAnswer>, { status, body }: DemoAnswer) {
    const entry = kept.get(key);
    if (entry?.answer !== answer) return;
    if (status >= 400 || body.length > largestBytes) return drop(key);
    entry.bytes = body.length + 2 * key.length + 500;
    bytes += entry.bytes;
    for (const oldest of kept.keys()) {
      if (bytes <= keptBytes) break;
      drop(oldest);
    }
  }

  function find(request: DemoRequest): Promise<DemoAnswer> | undefined {
    const key = toKey(request);
    const entry = kept.get(key);
    if (!entry) return undefined;
    kept.delete(key);
    kept.set(key, entry);
    return entry.answer;
  }

  return {
    find,
    answer(request: DemoRequest): Promise<DemoAnswer> {
      const known = find(request);
      if (known) return known;
      const key = toKey(request);
      const answer = make(request);
      kept.set(key, { answer, bytes: 0 });
      answer.then(
        (made) => weigh(key, answer, made),
        () => drop(key),
      );
      return answer;
    },
  };
}

const toKey = ({ caller, method, url, language, range, body }: DemoRequest): string =>
  [caller, method, language, range, url, body].join(" ");
