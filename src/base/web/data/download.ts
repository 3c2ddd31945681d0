import { text } from "../runtime/i18n.ts";
import { accessToken } from "../runtime/session.ts";
import { notify } from "../runtime/snackbar-state.ts";
import { openEnvelope, type RequestOptions, toClientRequest } from "./api.ts";
import { ApiError } from "./api-error.ts";

/** What has arrived of a file; `rows` of a CSV without its heading, null of other formats. */
export type DownloadProgress = { bytes: number; rows: number | null };

type DownloadOptions = Pick<RequestOptions, "params" | "query"> & {
  /** Aborted: the server stops writing and nothing is saved. */
  signal?: AbortSignal;
  onProgress?: (progress: DownloadProgress) => void;
};

/**
 * Requests a `file` call and saves it under the name the server gives it. A file that is cut or cancelled on the way is
 * not saved. Shows a refusal or a failure as every call does, and throws it; a cancelled one throws without a message.
 */
export async function download(name: string, options: DownloadOptions): Promise<void> {
  try {
    const { file, disposition } = await requestFile(name, options);
    saveFile(file, toFileName(disposition));
  } catch (error) {
    if (error instanceof ApiError && error.kind !== "aborted") notify(error.message, "error");
    throw error;
  }
}

/** The bytes of a `file` call, for a page that shows them itself; the caller shows a failure. */
export const fetchFile = async (name: string, options: DownloadOptions): Promise<Blob> =>
  (await requestFile(name, options)).file;

async function requestFile(name: string, { signal, onProgress, ...options }: DownloadOptions) {
  const token = accessToken();
  const { url, method, headers } = toClientRequest(name, options, token);
  const response = await fetch(url, { method, headers, ...(signal ? { signal } : {}) }).catch(toNetworkError);
  if (!response.ok) {
    const header = (name: string) => response.headers.get(name);
    openEnvelope({ status: response.status, text: await response.text(), header }, token);
  }
  const file = await readFile(response, onProgress).catch(toNetworkError);
  return { file, disposition: response.headers.get("content-disposition") };
}

const newline = 10;

/** The whole file, with what has arrived of it on the way. */
async function readFile(response: Response, onProgress: DownloadOptions["onProgress"]): Promise<Blob> {
  if (!onProgress || !response.body) return response.blob();
  const type = response.headers.get("content-type") ?? "";
  const isCsv = type.startsWith("text/csv");
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let lines = 0;
  const reader = response.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const chunk = part.value as Uint8Array<ArrayBuffer>;
    chunks.push(chunk);
    bytes += chunk.length;
    if (isCsv) for (const byte of chunk) if (byte === newline) lines += 1;
    onProgress({ bytes, rows: isCsv ? Math.max(0, lines - 1) : null });
  }
  return new Blob(chunks, { type });
}

function toNetworkError(cause: unknown): never {
  if (cause instanceof DOMException && cause.name === "AbortError")
    throw new ApiError("aborted", text("base:client_aborted"), { cause });
  const kind = navigator.onLine ? "network" : "offline";
  throw new ApiError(kind, text(`base:client_${kind}`), { cause });
}

/** The name in `filename*=UTF-8''…` (RFC 6266). */
export function toFileName(disposition: string | null): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "") ?? [];
  return encoded ? decodeURIComponent(encoded) : "rawaj";
}

/** Some browsers begin to save only after the click's task has ended. */
const savingMs = 10_000;

function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), savingMs);
}
