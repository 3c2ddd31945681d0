import { text } from "../runtime/i18n.ts";
import { ApiError } from "./api-error.ts";
import { firstAnswer } from "./first-answers.ts";

/** One HTTP request as the browser sends it. */
export type ClientRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  signal?: AbortSignal;
  /** No limit by default: uploads and slow phones decide for themselves. */
  timeoutMs?: number;
  /** Real bytes sent so far; a handler makes the request use XMLHttpRequest, the only browser API that reports them. */
  onProgress?: (sentBytes: number, totalBytes: number) => void;
};

export type ClientResponse = { status: number; text: string; header(name: string): string | null };

/** Sends and waits for the whole response. Throws ApiError of kind network, offline, timeout, aborted or protocol. */
export function send(clientRequest: ClientRequest): Promise<ClientResponse> {
  if (!/^https?:$/.test(new URL(clientRequest.url, window.location.href).protocol)) {
    return Promise.reject(toApiError("protocol"));
  }
  return clientRequest.onProgress ? sendWithProgress(clientRequest) : sendByFetch(clientRequest);
}

async function sendByFetch(clientRequest: ClientRequest): Promise<ClientResponse> {
  const limit =
    clientRequest.timeoutMs === undefined ? undefined : AbortSignal.timeout(clientRequest.timeoutMs);
  const signals = [clientRequest.signal, limit].filter((signal) => signal !== undefined);
  try {
    const first = firstAnswer(clientRequest);
    const answer =
      (first && (await first)) ??
      (await fetch(clientRequest.url, {
        method: clientRequest.method,
        headers: clientRequest.headers,
        ...(clientRequest.body === undefined ? {} : { body: clientRequest.body }),
        ...(signals.length > 0 ? { signal: AbortSignal.any(signals) } : {}),
      }));
    return { status: answer.status, text: await answer.text(), header: (name) => answer.headers.get(name) };
  } catch (cause) {
    if (limit?.aborted) throw toApiError("timeout", cause);
    if (clientRequest.signal?.aborted) throw toApiError("aborted", cause);
    throw toApiError(navigator.onLine ? "network" : "offline", cause);
  }
}

function sendWithProgress(clientRequest: ClientRequest): Promise<ClientResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(clientRequest.method, clientRequest.url);
    for (const [name, value] of Object.entries(clientRequest.headers)) request.setRequestHeader(name, value);
    if (clientRequest.timeoutMs !== undefined) request.timeout = clientRequest.timeoutMs;
    request.upload.onprogress = (event) => clientRequest.onProgress?.(event.loaded, event.total);
    request.onload = () =>
      resolve({
        status: request.status,
        text: request.responseText,
        header: (name) => request.getResponseHeader(name),
      });
    request.onerror = () => reject(toApiError(navigator.onLine ? "network" : "offline"));
    request.ontimeout = () => reject(toApiError("timeout"));
    request.onabort = () => reject(toApiError("aborted"));
    if (clientRequest.signal?.aborted) return reject(toApiError("aborted"));
    clientRequest.signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(clientRequest.body ?? null);
  });
}

function toApiError(
  kind: "network" | "offline" | "timeout" | "aborted" | "protocol",
  cause?: unknown,
): ApiError {
  return new ApiError(kind, text(`base:client_${kind}`), { cause });
}
