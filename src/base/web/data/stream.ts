import type { StreamLine } from "#base/shared/answer-kinds.ts";
import type { Calls, StreamCallName, StreamItem } from "#base/shared/contract.ts";
import { text } from "../runtime/i18n.ts";
import { accessToken } from "../runtime/session.ts";
import { type Arguments, openEnvelope, type RequestOptions, toClientRequest } from "./api.ts";
import { ApiError } from "./api-error.ts";

/**
 * The `stream` calls of one module, typed by its contract alone:
 * `for await (const chunk of makeStreamer<WriterCalls>()("GET Clients/Texts/{id}", { params }))`.
 * Throws ApiError when the stream is refused, fails in the middle, or is cut; the caller shows it.
 */
export function makeStreamer<Table extends Calls>() {
  return <Name extends StreamCallName<Table>>(name: Name, ...[options]: Arguments<Table[Name]>) =>
    readItems(name, (options ?? {}) as RequestOptions) as AsyncGenerator<StreamItem<Table[Name]>, void>;
}

async function* readItems(name: string, options: RequestOptions): AsyncGenerator<unknown, void> {
  const token = accessToken();
  const { url, method, headers, body = null } = toClientRequest(name, options, token);
  const signal = options.signal ?? null;
  const toNetworkError = (cause: unknown) => {
    const kind = signal?.aborted ? "aborted" : "network";
    return new ApiError(kind, text(`base:client_${kind}`), { cause });
  };
  const response = await fetch(url, { method, headers, body, signal }).catch((cause) => {
    throw toNetworkError(cause);
  });
  const header = (name: string) => response.headers.get(name);
  const { status } = response;
  if (!response.ok || !response.body) {
    openEnvelope({ status, text: await response.text(), header }, token);
    return;
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let rest = ""; ; ) {
      const { done, value = "" } = await reader.read().catch((cause) => {
        throw toNetworkError(cause);
      });
      if (done) throw toNetworkError("the stream ended without its last line");
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const one of lines) {
        const line = JSON.parse(one) as StreamLine;
        if ("done" in line) return;
        if ("error" in line) return void openEnvelope({ status, text: one, header }, token);
        yield line.item;
      }
    }
  } finally {
    await reader.cancel().catch(() => {}); // the reader stops early, or the connection is gone already
  }
}
