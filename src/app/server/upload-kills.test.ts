import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import type { Media } from "#modules/creative/contract/creative.calls.ts";
import { aMovie } from "#modules/creative/testing/movie.ts";
import { type Merchant, signUp, until } from "../testing/merchant.ts";
import { startProduct, type TestProduct } from "../testing/product.ts";

/** An upload that is cut by kills of the program, again and again; `npm run bench -- upload` does it 60 times. */

const kills = 3;
const megabyte = 1_048_576;
/** More than a slice, which is what the program stores and counts at a time. */
const sentBytes = 18 * megabyte;

let sandbox: TestSandbox;
let product: TestProduct;
let merchant: Merchant;

beforeAll(async () => {
  sandbox = await startSandbox();
  product = await startProduct(sandbox);
  merchant = await signUp({ product: product.url, sandbox: sandbox.url }, "0503999101");
});
afterAll(async () => {
  await product.stop();
  await sandbox.stop();
});

type Body = NonNullable<RequestInit["body"]>;
const send = (method: string, path: string, headers: Record<string, string> = {}, body?: Body) =>
  fetch(`${product.url}${path}`, {
    method,
    headers: { "tus-resumable": "1.0.0", authorization: `Bearer ${merchant.token}`, ...headers },
    ...(body === undefined ? {} : { body, duplex: "half" }),
  } as RequestInit);

/**
 * Sends the rest from an offset on; undefined when the program is killed meanwhile. A process that was killed holds the
 * upload for some seconds more: then the part is sent again.
 */
async function sendFrom(path: string, offset: number, open: () => Body): Promise<number | undefined> {
  const headers = { "content-type": "application/offset+octet-stream", "upload-offset": `${offset}` };
  await until("the lease of the killed process", async () => {
    const probe = await send("PATCH", path, headers, new Uint8Array(0));
    return probe.status !== 423;
  });
  return send("PATCH", path, headers, open()).then(
    ({ status }) => status,
    () => undefined,
  );
}
const readOffset = async (path: string) => Number((await send("HEAD", path)).headers.get("upload-offset"));

/** The rest of the bytes from an offset on; the program is killed in their middle, once a slice of them was counted. */
function killedMidway(path: string, bytes: Buffer, offset: number): ReadableStream<Uint8Array> {
  let at = offset;
  return new ReadableStream({
    async pull(controller) {
      if (at < offset + sentBytes) {
        controller.enqueue(bytes.subarray(at, at + megabyte));
        at += megabyte;
        return;
      }
      await until("the first slice", async () => (await readOffset(path)) > offset);
      await product.kill();
    },
  });
}

it("an upload cut by kills goes on where it was stored, and has the same SHA-256 in the end", async () => {
  const movie = aMovie({ seconds: 20, content: randomBytes(64 * megabyte) });
  const filename = Buffer.from("تمر.mp4").toString("base64");
  const begun = await send("POST", "/Clients/Media/uploads", {
    "upload-length": String(movie.length),
    "upload-metadata": `filename ${filename}`,
  });
  const path = begun.headers.get("location") ?? "";

  for (let kill = 0; kill < kills; kill += 1) {
    const offset = await readOffset(path);
    await sendFrom(path, offset, () => killedMidway(path, movie, offset));
    await product.restart();
    expect(await readOffset(path)).toBeGreaterThan(offset);
  }
  const offset = await readOffset(path);
  expect(await sendFrom(path, offset, () => new Uint8Array(movie.subarray(offset)))).toBe(204);

  const { data: media } = (await (await send("GET", path)).json()) as { data: Media };
  const bytes = Buffer.from(await (await fetch(`${product.url}${media.url}`)).arrayBuffer());
  const sha256 = (from: Buffer) => createHash("sha256").update(from).digest("hex");
  expect(sha256(bytes)).toBe(sha256(movie));
}, 180_000);
