import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { systemClock } from "#base/server/clock.ts";
import { makeApiClient } from "./api-client.ts";
import { uploadMedia } from "./upload.ts";

type SentForm = { path: string; form: FormData };
let server: Server | undefined;
afterEach(() => server?.close());

/** Responds as the media host does, and records every form it receives. */
async function openFakeMediaHost() {
  const sentForms: SentForm[] = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    sentForms.push({
      path: request.url ?? "",
      form: await new Response(Buffer.concat(chunks), { headers }).formData(),
    });
    const path = "/us/v1/media/m1/multipart-upload-v2?action=";
    const paths = { upload_id: "up-1", add_path: `${path}ADD`, finalize_path: `${path}FINALIZE` };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ request_status: "SUCCESS", ...paths }));
  }).listen(0, "localhost");
  await once(server, "listening");
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { sentForms, client: makeApiClient({ baseUrl, clock: systemClock, throttle: async () => {} }) };
}

const bytes = Buffer.from(Array.from({ length: 2_500 }, (_, index) => index % 251));
const file = {
  reference: "med_1",
  kind: "video" as const,
  mime: "video/mp4",
  fileName: 'عطر "جديد"\r\n.mp4',
  bytes: bytes.length,
  open: async () =>
    Readable.from([bytes.subarray(0, 700), bytes.subarray(700, 2_100), bytes.subarray(2_100)]),
};
const readPart = async ({ form }: SentForm) => Buffer.from(await (form.get("file") as File).arrayBuffer());

describe("an upload", () => {
  it("is sent in one request when the file is small, byte for byte", async () => {
    const { sentForms, client } = await openFakeMediaHost();
    await uploadMedia(client, "token", "m1", file);
    expect(sentForms.map(({ path }) => path)).toEqual(["/v1/media/m1/upload"]);
    expect(await readPart(sentForms[0] as SentForm)).toEqual(bytes);
  });

  it("is sent in parts when it is large, to the paths the platform returned, and the parts are the file", async () => {
    const { sentForms, client } = await openFakeMediaHost();
    await uploadMedia(client, "token", "m1", file, 1_000);
    const [begin, ...rest] = sentForms;
    expect(begin?.form.get("number_of_parts")).toBe("3");
    expect(begin?.form.get("file_size")).toBe("2500");
    const parts = rest.slice(0, 3);
    expect(parts.map(({ form }) => form.get("part_number"))).toEqual(["1", "2", "3"]);
    expect(Buffer.concat(await Promise.all(parts.map(readPart)))).toEqual(bytes);
    expect(rest.at(-1)).toMatchObject({ path: "/us/v1/media/m1/multipart-upload-v2?action=FINALIZE" });
  });
});
