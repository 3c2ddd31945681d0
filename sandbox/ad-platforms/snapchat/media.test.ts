import { afterEach, beforeEach, expect, test } from "vitest";
import type { Json } from "../shared/field-table.ts";
import { aVideo } from "../shared/testing/video.ts";
import { type Harness, openHarness, picture, read, requireId } from "./testing.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.stop());

async function pending(type: string): Promise<string> {
  const item = { ad_account_id: harness.ad_account_id, name: "top snap", type };
  return requireId(await harness.send("POST", `/adaccounts/${harness.ad_account_id}/media`, "media", item));
}

test("an image waits for its upload, then is ready with its size", async () => {
  const id = await pending("IMAGE");
  expect((await read(harness, "media", id)).media_status).toBe("PENDING_UPLOAD");
  const bytes = await picture();
  const { body } = await harness.upload(id, bytes);
  expect(body.result).toMatchObject({ id, media_status: "READY", file_size_in_bytes: bytes.length });
  expect((await read(harness, "media", id)).image_metadata).toEqual({
    width_px: 1080,
    height_px: 1920,
    image_format: "PNG",
  });
  expect((await harness.upload(id, bytes)).status).toBe(400);
});

test.each<[string, () => Promise<Buffer>, string]>([
  ["too small", () => picture(540, 960), "1080x1920"],
  ["lying down", () => picture(1920, 1080), "1080x1920"],
  ["of another kind", () => picture(1080, 1920, "webp"), "PNG or a JPG"],
  ["text with a picture's name", async () => Buffer.from("not a picture"), "PNG or a JPG"],
  ["cut off", async () => (await picture(1080, 1920, "jpeg")).subarray(0, 2_000), "damaged"],
  ["empty", async () => Buffer.alloc(0), "empty"],
])("a picture that is %s is refused", async (_name, bytes, reason) => {
  const id = await pending("IMAGE");
  const { status, body } = await harness.upload(id, await bytes());
  expect(status).toBe(400);
  expect(body.debug_message).toContain(reason);
  expect((await read(harness, "media", id)).media_status).toBe("PENDING_UPLOAD");
});

test.each([
  ["of ten seconds in H.264", {}, null],
  ["of exactly three seconds", { seconds: 3 }, null],
  ["of two seconds", { seconds: 2 }, "3 to 180 seconds"],
  ["of 181 seconds", { seconds: 181 }, "3 to 180 seconds"],
  ["in another codec", { codec: "hvc1" }, "H.264"],
  ["lying down", { width: 1920, height: 1080 }, "9:16"],
])("a video %s is judged by its own bytes", async (_name, facts, reason) => {
  const { status, body } = await harness.upload(await pending("VIDEO"), aVideo(facts), "film.mp4");
  if (reason === null) expect((body.result as Json).media_status).toBe("READY");
  else expect([status, body.debug_message]).toEqual([400, expect.stringContaining(reason)]);
});

test("a large file is uploaded in parts, on the returned paths", async () => {
  const id = await pending("VIDEO");
  const bytes = aVideo();
  const form = (fields: Record<string, string | Blob>) => {
    const formData = new FormData();
    for (const [name, value] of Object.entries(fields)) formData.set(name, value);
    return formData;
  };
  const started = await harness.call(
    "POST",
    `/media/${id}/multipart-upload-v2?action=INIT`,
    form({ file_name: "film.mp4", file_size: String(bytes.length), number_of_parts: "2" }),
  );
  const { upload_id, add_path, finalize_path } = started.body as Record<string, string>;
  const post = async (path: string, body: FormData) => {
    const headers = { authorization: `Bearer ${harness.access_token}` };
    const answer = await fetch(`${harness.sandbox.url}/snapchat${path}`, { method: "POST", body, headers });
    return { status: answer.status, body: (await answer.json()) as Json };
  };
  const part = (partNumber: number, from: number, to: number) =>
    post(
      add_path ?? "",
      form({
        upload_id: upload_id ?? "",
        part_number: String(partNumber),
        file: new Blob([new Uint8Array(bytes.subarray(from, to))]),
      }),
    );
  await part(2, 100, bytes.length);
  expect((await post(finalize_path ?? "", form({ upload_id: upload_id ?? "" }))).status).toBe(400);
  await part(1, 0, 100);
  const done = await post(finalize_path ?? "", form({ upload_id: upload_id ?? "" }));
  expect(done.body.result).toMatchObject({ media_status: "READY", file_name: "film.mp4" });
});
