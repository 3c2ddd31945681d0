import { text } from "../runtime/i18n.ts";
import { accessToken } from "../runtime/session.ts";
import { notify } from "../runtime/snackbar-state.ts";
import { openEnvelope, type RequestOptions, toClientRequest } from "./api.ts";
import { ApiError } from "./api-error.ts";

type FileOptions = Pick<RequestOptions, "params" | "query">;

/**
 * Requests a `file` call and saves it under the name the server gives it. A file that is cut on the way is not saved.
 * Shows a refusal or a failure as every call does, and throws it.
 */
export async function download(name: string, options: FileOptions): Promise<void> {
  try {
    const { file, disposition } = await requestFile(name, options);
    saveFile(file, toFileName(disposition));
  } catch (error) {
    if (error instanceof ApiError) notify(error.message, "error");
    throw error;
  }
}

/** The bytes of a `file` call, for a page that shows them itself; the caller shows a failure. */
export const fetchFile = async (name: string, options: FileOptions): Promise<Blob> =>
  (await requestFile(name, options)).file;

async function requestFile(name: string, options: FileOptions) {
  const token = accessToken();
  const { url, method, headers } = toClientRequest(name, options, token);
  const response = await fetch(url, { method, headers }).catch(toNetworkError);
  if (!response.ok) {
    const header = (name: string) => response.headers.get(name);
    openEnvelope({ status: response.status, text: await response.text(), header }, token);
  }
  const file = await response.blob().catch(toNetworkError);
  return { file, disposition: response.headers.get("content-disposition") };
}

function toNetworkError(cause: unknown): never {
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
