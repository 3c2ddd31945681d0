/*
 * The page's boot script sends the first page's calls while the code that will use their responses is still loading.
 * The same call made soon after takes that response instead of sending another request.
 */

declare global {
  /** By address: what boot.js has requested, and with which token. */
  var rawajFirstAnswers:
    | { headers: Record<string, string>; byUrl: Record<string, Promise<Response>> }
    | undefined;
}

type RequestLine = { method: string; url: string; headers: Record<string, string> };

/** Later than this after page load, a response is outdated. */
const freshMs = 15_000;

/**
 * The response already requested for exactly this call; returned once. Null when there is none, or it did not come.
 * After any change made here, none of them is used any more.
 */
export function firstAnswer({ method, url, headers }: RequestLine): Promise<Response | null> | null {
  if (method !== "GET") globalThis.rawajFirstAnswers = undefined;
  const first = globalThis.rawajFirstAnswers;
  const answer = first?.byUrl[url];
  if (!first || !answer) return null;
  delete first.byUrl[url];
  const isSameCaller = Object.entries(first.headers).every(([name, value]) => headers[name] === value);
  if (!isSameCaller || performance.now() > freshMs) return null;
  return answer.catch(() => null);
}
