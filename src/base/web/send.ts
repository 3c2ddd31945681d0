import { ApiError } from "./api-error.ts";
import { firstAnswer } from "./first-answers.ts";
import { text } from "./i18n.ts";

/** One HTTP request as the browser sends it. */
export type Sending = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal;
  /** No limit unless given: uploads and slow phones decide for themselves. */
  timeoutMs?: number;
  /** Real bytes sent so far; asking for it sends by XMLHttpRequest, the only way a browser tells. */
  onProgress?: (sentBytes: number, totalBytes: number) => void;
};

export type Received = { status: number; text: string; header(name: string): string | null };

/** Sends and waits for the whole answer. Throws ApiError of kind network, offline, timeout, aborted or protocol. */
export function send(sending: Sending): Promise<Received> {
  if (!/^https?:$/.test(new URL(sending.url, window.location.href).protocol)) {
    return Promise.reject(noAnswer("protocol"));
  }
  return sending.onProgress ? sendWithProgress(sending) : sendByFetch(sending);
}

async function sendByFetch(sending: Sending): Promise<Received> {
  const limit = sending.timeoutMs === undefined ? undefined : AbortSignal.timeout(sending.timeoutMs);
  const signals = [sending.signal, limit].filter((signal) => signal !== undefined);
  try {
    const first = firstAnswer(sending);
    const answer =
      (first && (await first)) ??
      (await fetch(sending.url, {
        method: sending.method,
        headers: sending.headers,
        ...(sending.body === undefined ? {} : { body: sending.body }),
        ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
      }));
    return { status: answer.status, text: await answer.text(), header: (name) => answer.headers.get(name) };
  } catch (cause) {
    if (limit?.aborted) throw noAnswer("timeout", cause);
    if (sending.signal?.aborted) throw noAnswer("aborted", cause);
    throw noAnswer(navigator.onLine ? "network" : "offline", cause);
  }
}

function sendWithProgress(sending: Sending): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(sending.method, sending.url);
    for (const [name, value] of Object.entries(sending.headers)) request.setRequestHeader(name, value);
    if (sending.timeoutMs !== undefined) request.timeout = sending.timeoutMs;
    request.upload.onprogress = (event) => sending.onProgress?.(event.loaded, event.total);
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        header: (name) => request.getResponseHeader(name),
      });
    request.onerror = () => reject(noAnswer(navigator.onLine ? "network" : "offline"));
    request.ontimeout = () => reject(noAnswer("timeout"));
    request.onabort = () => reject(noAnswer("aborted"));
    if (sending.signal?.aborted) return reject(noAnswer("aborted"));
    sending.signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(sending.body ?? null);
  });
}

function noAnswer(
  kind: "network" | "offline" | "timeout" | "aborted" | "protocol",
  cause?: unknown,
): ApiError {
  return new ApiError(kind, text(`base:client_${kind}`), { cause });
}
