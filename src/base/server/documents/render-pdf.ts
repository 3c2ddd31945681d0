import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { RenderRequest, RenderResponse } from "./documents.worker.ts";

/** A document to draw. */
export type PdfDocument = {
  /** A Typst file beside its module; it may `#import "documents.typ": *`. */
  template: URL;
  /** JSON that the template reads as `data`. */
  data: unknown;
  /** The file's creation date; the same document of the same instant has the same bytes. */
  createdAt: Date;
};

export type PdfRenderer = {
  renderPdf(document: PdfDocument): Promise<Buffer>;
  /** A document of one page as an SVG whose letters are shapes. */
  renderSvg(document: PdfDocument): Promise<Buffer>;
  /** The same with the values of the template's metadata under this label, in the order of the page. */
  renderLabelled(document: PdfDocument, label: string): Promise<{ svg: Buffer; values: unknown[] }>;
  /** Ends the thread; what still waits fails. */
  close(): Promise<void>;
};

const defaults = { timeoutMs: 20_000, maxWaiting: 40 };

/**
 * Draws documents in a thread of its own, one after the other, the thread started by the first. One that takes longer
 * than `timeoutMs` fails and its thread is replaced. Refuses `base.too_many_requests` when `maxWaiting` wait already.
 */
export function makePdfRenderer({ timeoutMs, maxWaiting } = defaults): PdfRenderer {
  let worker: Worker | undefined;
  let waiting = 0;
  let queue: Promise<unknown> = Promise.resolve();

  function discard(used: Worker) {
    if (worker === used) worker = undefined;
    return used.terminate();
  }

  async function renderNow(
    { template, data, createdAt }: PdfDocument,
    output: RenderRequest["output"],
    label?: string,
  ): Promise<{ file: Buffer; values: unknown[] }> {
    worker ??= new Worker(new URL("./documents.worker.ts", import.meta.url));
    const used = worker;
    const request: RenderRequest = {
      template: fileURLToPath(template),
      data: JSON.stringify(data),
      createdAtSeconds: Math.floor(createdAt.getTime() / 1000),
      output,
      label,
    };
    used.ref(); // the program ends when nothing is drawn, not earlier
    try {
      const response = await exchange(used, request, timeoutMs);
      if ("failed" in response) throw new Error(`the document was not drawn: ${response.failed}`);
      used.unref();
      return { file: Buffer.from(response.file), values: response.values };
    } catch (error) {
      void discard(used);
      throw error;
    }
  }

  async function render(document: PdfDocument, output: RenderRequest["output"], label?: string) {
    if (waiting >= maxWaiting) return baseRefusals.refuse("base.too_many_requests", { seconds: 5 });
    waiting += 1;
    const run = queue.then(() => renderNow(document, output, label));
    queue = run.catch(() => {});
    try {
      return await run;
    } finally {
      waiting -= 1;
    }
  }

  return {
    renderPdf: async (document) => (await render(document, "pdf")).file,
    renderSvg: async (document) => (await render(document, "svg")).file,
    async renderLabelled(document, label) {
      const { file, values } = await render(document, "svg", label);
      return { svg: file, values };
    },
    async close() {
      if (worker) await discard(worker);
    },
  };
}

/** One request and its response; rejects when the thread ends or the time is over. */
function exchange(worker: Worker, request: RenderRequest, timeoutMs: number): Promise<RenderResponse> {
  const listening = new AbortController();
  return new Promise<RenderResponse>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the document took over ${timeoutMs} ms`)), timeoutMs);
    const onExit = () => reject(new Error("the documents' thread has ended"));
    worker.once("message", resolve).once("error", reject).once("exit", onExit);
    listening.signal.addEventListener("abort", () => {
      clearTimeout(timer);
      worker.off("message", resolve).off("error", reject).off("exit", onExit);
    });
    worker.postMessage(request);
  }).finally(() => listening.abort());
}

/** The renderer that all modules of this process share. */
export const { renderPdf, renderSvg, renderLabelled } = makePdfRenderer();
