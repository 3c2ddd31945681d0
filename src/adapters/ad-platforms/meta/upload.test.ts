import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { riyadhAccountDefaults } from "../shared/testing/sandbox-context.ts";
import { aFile } from "../shared/testing/specs.ts";
import { makeGraph } from "./graph.ts";
import { ensureMedia } from "./media.ts";
import { uploadVideo } from "./upload.ts";

let server: Server | undefined;
afterEach(() => server?.close());

type SentRequest = { method: string; path: string; fields: Record<string, string>; chunk: Buffer | null };
const account = {
  accessToken: "token",
  organizationId: "1",
  adAccountId: "2",
  profileId: "3",
  pixelId: null,
  ...riyadhAccountDefaults,
};
const bytes = Buffer.from(Array.from({ length: 2_500 }, (_, index) => index % 251));

/** Responds as the Graph API does for one video, a thousand bytes at a time. */
async function openFakeGraph(video_status: string) {
  const sentRequests: SentRequest[] = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const sentRequest = await parseRequest(
      request.method ?? "",
      request.url ?? "",
      request.headers["content-type"],
      Buffer.concat(chunks),
    );
    sentRequests.push(sentRequest);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(buildResponse(sentRequest, video_status)));
  }).listen(0, "localhost");
  await once(server, "listening");
  const baseUrl = `http://localhost:${(server.address() as AddressInfo).port}`;
  return { sentRequests, graph: makeGraph({ baseUrl, apiVersion: "v26.0", appSecret: "secret" }) };
}

async function parseRequest(method: string, path: string, type = "", body: Buffer): Promise<SentRequest> {
  if (!type.startsWith("multipart/"))
    return { method, path, fields: body.length > 0 ? JSON.parse(body.toString("utf8")) : {}, chunk: null };
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const file = form.get("video_file_chunk") as File;
  const texts = [...form].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return { method, path, fields: Object.fromEntries(texts), chunk: Buffer.from(await file.arrayBuffer()) };
}

function buildResponse({ path, fields }: SentRequest, video_status: string): object {
  const end = (start: number) => ({
    start_offset: String(start),
    end_offset: String(Math.min(start + 1_000, 2_500)),
  });
  if (fields.upload_phase === "start") return { upload_session_id: "s-1", video_id: "v-1", ...end(0) };
  if (fields.upload_phase === "transfer") return end(Math.min(Number(fields.start_offset) + 1_000, 2_500));
  if (fields.upload_phase === "finish") return { success: true };
  if (path.includes("thumbnails"))
    return { data: [{ uri: "https://t.example/1" }, { uri: "https://t.example/2", is_preferred: true }] };
  if (path.includes("fields=status")) return { id: "v-1", status: { video_status } };
  return { data: [{ id: "v-1", title: "med_1" }] };
}

describe("a video", () => {
  it("is sent in the requested chunks, which together are the file, with our reference as its title", async () => {
    const { sentRequests, graph } = await openFakeGraph("ready");
    expect(await uploadVideo(graph, account, aFile(bytes, { kind: "video", mime: "video/mp4" }))).toBe("v-1");
    expect(sentRequests.map(({ fields }) => fields.upload_phase)).toEqual([
      "start",
      "transfer",
      "transfer",
      "transfer",
      "finish",
    ]);
    expect(sentRequests[0]?.fields).toMatchObject({ file_size: 2_500 });
    const chunks = sentRequests.flatMap(({ chunk }) => (chunk ? [chunk] : []));
    expect(Buffer.concat(chunks)).toEqual(bytes);
    expect(sentRequests.at(-1)?.fields).toMatchObject({ upload_session_id: "s-1", title: "med_1" });
  });

  it("that is already uploaded is not sent again, and gets Meta's preferred thumbnail", async () => {
    const { sentRequests, graph } = await openFakeGraph("ready");
    const media = await ensureMedia(
      graph,
      graph,
      account,
      aFile(bytes, { kind: "video", mime: "video/mp4" }),
    );
    expect(media).toEqual({ kind: "video", videoId: "v-1", thumbnailUrl: "https://t.example/2" });
    expect(sentRequests.every(({ method }) => method === "GET")).toBe(true);
  });

  it.each([
    ["processing", { kind: "later", retryAfterSeconds: 15 }],
    ["error", { kind: "rejected", messageKey: "ad_accounts:media_refused" }],
    ["expired", { kind: "rejected" }],
  ])("that is %s is not used in an ad", async (status, fault) => {
    const { graph } = await openFakeGraph(status);
    const media = ensureMedia(graph, graph, account, aFile(bytes, { kind: "video", mime: "video/mp4" }));
    await expect(media).rejects.toMatchObject(fault);
  });

  it("every call proves that it comes from the app", async () => {
    const { sentRequests, graph } = await openFakeGraph("ready");
    await ensureMedia(graph, graph, account, aFile(bytes, { kind: "video", mime: "video/mp4" }));
    for (const { path } of sentRequests) expect(path).toMatch(/appsecret_proof=[0-9a-f]{64}/);
  });
});
