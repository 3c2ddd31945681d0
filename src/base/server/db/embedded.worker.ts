import { readFile, writeFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, types } from "@electric-sql/pglite";

/** The embedded database in a thread of its own, so that a heavy query does not stop the server. */
export type WorkerRequest =
  | { id: number; kind: "query"; text: string; values: unknown[] }
  | { id: number; kind: "script"; text: string }
  | { id: number; kind: "listen"; channel: string }
  | { id: number; kind: "dump"; file: string }
  | { id: number; kind: "close" };
export type WorkerResponse =
  | { id: number; rows: unknown[]; affected: number }
  | {
      id: number;
      failed: { message: string; code?: string; constraint?: string; detail?: string; table?: string };
    }
  | { channel: string; payload: string };

const { folder, snapshot } = workerData as { folder: string | undefined; snapshot: string | undefined };
const port = parentPort;
if (!port) throw new Error("this file runs as a worker thread");

const lite = await PGlite.create({
  ...(folder === undefined ? {} : { dataDir: folder }),
  ...(snapshot === undefined ? {} : { loadDataDir: new Blob([await readFile(snapshot)]) }),
  startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
  parsers: { [types.INT8]: Number, [types.DATE]: (text: string) => text },
});
port.postMessage({ id: 0, rows: [], affected: 0 } satisfies WorkerResponse);

port.on("message", (request: WorkerRequest) => {
  handleRequest(request).then(
    (response) => port.postMessage(response),
    (error: Error & Record<string, string>) => {
      const { message, code, constraint, detail, table } = error;
      port.postMessage({
        id: request.id,
        failed: { message, code, constraint, detail, table },
      } as WorkerResponse);
    },
  );
});

async function handleRequest(request: WorkerRequest): Promise<WorkerResponse> {
  const { id } = request;
  switch (request.kind) {
    case "query": {
      const { rows, affectedRows } = await lite.query(request.text, request.values);
      return { id, rows, affected: affectedRows ?? 0 };
    }
    case "script": {
      const results = await lite.exec(request.text);
      return { id, rows: results.flatMap((result) => result.rows), affected: 0 };
    }
    case "listen":
      await lite.listen(request.channel, (payload) =>
        port?.postMessage({ channel: request.channel, payload } satisfies WorkerResponse),
      );
      return { id, rows: [], affected: 0 };
    case "dump":
      await writeFile(request.file, Buffer.from(await (await lite.dumpDataDir("none")).arrayBuffer()));
      return { id, rows: [], affected: 0 };
    case "close":
      await lite.close();
      return { id, rows: [], affected: 0 };
  }
}
