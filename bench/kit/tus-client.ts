import { createReadStream } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { pipeline } from "node:stream/promises";

/** Where uploads begin, and as whom. */
export type TusTarget = { port: number; path: string; headers: Record<string, string> };
/** A file on disk and its size in bytes. */
export type TusFile = { path: string; bytes: number };

const version = { "tus-resumable": "1.0.0" };

/** Begins an upload of a video; returns its path. */
export async function beginUpload(target: TusTarget, { bytes }: TusFile): Promise<string> {
  const filename = Buffer.from("bench.mp4").toString("base64");
  const headers = { "upload-length": String(bytes), "upload-metadata": `filename ${filename}` };
  const { status, location } = await send(target, "POST", target.path, headers);
  if (status !== 201) throw new Error(`the upload was answered with ${status}`);
  return new URL(location ?? "", `http://127.0.0.1:${target.port}`).pathname;
}

/** How many bytes have arrived. */
export async function readOffset(target: TusTarget, path: string): Promise<number> {
  return (await send(target, "HEAD", path)).offset;
}

type Rest = { file: TusFile; offset: number };

/** Sends the file from an offset on, in one request; the status of the answer. Fails when the connection breaks. */
export async function sendRest(target: TusTarget, path: string, { file, offset }: Rest): Promise<number> {
  const sent = openPart(target, path, { file, offset });
  const answer = receive(sent);
  if (file.bytes > offset) await pipeline(readFrom(file, offset), sent);
  else sent.end();
  return (await answer).status;
}

/** The same, but only so many bytes; the rest is awaited until the returned function cuts the connection. */
export async function sendHeld(
  target: TusTarget,
  path: string,
  { file, offset, bytes }: Rest & { bytes: number },
): Promise<() => Promise<void>> {
  const sent = openPart(target, path, { file, offset });
  const answer = receive(sent).catch(() => undefined);
  await pipeline(readFrom(file, offset, bytes), sent, { end: false });
  return async () => {
    sent.destroy();
    await answer;
  };
}

const readFrom = ({ path, bytes: total }: TusFile, start: number, bytes = total) =>
  createReadStream(path, { start, end: Math.min(start + bytes, total) - 1, highWaterMark: 262_144 });

function openPart(target: TusTarget, path: string, { file, offset }: Rest): ClientRequest {
  return openRequest(target, "PATCH", path, {
    "content-type": "application/offset+octet-stream",
    "content-length": String(file.bytes - offset),
    "upload-offset": String(offset),
  });
}

function openRequest(
  { port, headers: own }: TusTarget,
  method: string,
  path: string,
  headers: Record<string, string>,
): ClientRequest {
  return request({ port, host: "127.0.0.1", method, path, headers: { ...version, ...own, ...headers } });
}

type Answer = { status: number; location: string | undefined; offset: number };

/** Requests without a body. */
function send(
  target: TusTarget,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const sent = openRequest(target, method, path, headers);
  sent.end();
  return receive(sent);
}

function receive(sent: ClientRequest): Promise<Answer> {
  const answer = new Promise<Answer>((resolve, reject) => {
    sent.once("error", reject);
    sent.once("close", () => reject(new Error("the connection was cut")));
    sent.once("response", (response) => {
      response.resume();
      const { location, "upload-offset": offset } = response.headers;
      resolve({ status: response.statusCode ?? 0, location, offset: Number(offset ?? 0) });
    });
  });
  answer.catch(() => {});
  return answer;
}
