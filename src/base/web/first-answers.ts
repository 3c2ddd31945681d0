import type { ClientRequest } from "./send.ts";

/*
 * The first page's calls are asked for by the page's boot script, while the code that will read their answers is still on
 * its way. Whoever sends one of them soon after takes the answer that is coming instead of asking again.
 */

declare global {
  /** By address: what boot.js has asked for, and in whose name. */
  var rawajFirstAnswers:
    | { headers: Record<string, string>; byUrl: Record<string, Promise<Response>> }
    | undefined;
}

/** Later than this after the page began, an answer is no longer news. */
const freshMs = 15_000;

/**
 * The answer already on its way to exactly this call; given once. Null when there is none, or it did not come. Once
 * anything was changed from here, none of them counts any more.
 */
export function firstAnswer({ method, url, headers }: ClientRequest): Promise<Response | null> | null {
  if (method !== "GET") globalThis.rawajFirstAnswers = undefined;
  const first = globalThis.rawajFirstAnswers;
  const answer = first?.byUrl[url];
  if (!first || !answer) return null;
  delete first.byUrl[url];
  const isSameCaller = Object.entries(first.headers).every(([name, value]) => headers[name] === value);
  if (!isSameCaller || performance.now() > freshMs) return null;
  return answer.catch(() => null);
}
