import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aVideo } from "../shared/testing/video.ts";
import { UPLOAD_GRANULARITY } from "./facts.ts";
import { type Harness, openHarness, picture } from "./testing.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await openHarness();
});
afterAll(() => harness?.stop());

const start = (length: number, video: object = { videoTitle: "عطر", videoPrivacy: "UNLISTED" }) =>
  harness.call(
    "POST",
    `/resumable/upload/v25/customers/${harness.customer_id}/youTubeVideoUploads:create`,
    { customerId: harness.customer_id, youTubeVideoUpload: video },
    {
      "x-goog-upload-protocol": "resumable",
      "x-goog-upload-command": "start",
      "x-goog-upload-header-content-length": String(length),
      "x-goog-upload-header-content-type": "video/mp4",
    },
  );
async function send(url: string, bytes: Buffer, command: string, offset: number) {
  const path = url.slice(`${harness.sandbox.url}/google`.length);
  return harness.call("POST", path, new Uint8Array(bytes), {
    "content-type": "video/mp4",
    "x-goog-upload-command": command,
    "x-goog-upload-offset": String(offset),
  });
}
const loadState = async (name: string) =>
  (
    await harness.gaql(
      `SELECT you_tube_video_upload.state, you_tube_video_upload.video_id FROM you_tube_video_upload WHERE you_tube_video_upload.resource_name = '${name}'`,
    )
  ).rows[0]?.youTubeVideoUpload;

async function uploaded(bytes: Buffer): Promise<string> {
  const url = (await start(bytes.length)).headers.get("x-goog-upload-url") ?? "";
  const done = await send(url, bytes, "upload, finalize", 0);
  expect(done.headers.get("x-goog-upload-status")).toBe("final");
  return String(done.body.resourceName);
}

describe("a video", () => {
  it("is uploaded in chunks of whole granules, is processed for a while, and becomes an asset", async () => {
    const bytes = Buffer.concat([aVideo({ seconds: 15 }), Buffer.alloc(UPLOAD_GRANULARITY)]);
    const started = await start(bytes.length);
    expect(started.headers.get("x-goog-upload-chunk-granularity")).toBe(String(UPLOAD_GRANULARITY));
    const url = started.headers.get("x-goog-upload-url") ?? "";
    expect((await send(url, bytes.subarray(0, 100), "upload", 0)).status).toBe(400);
    const first = await send(url, bytes.subarray(0, UPLOAD_GRANULARITY), "upload", 0);
    expect(first.headers.get("x-goog-upload-status")).toBe("active");
    expect((await send(url, bytes.subarray(UPLOAD_GRANULARITY), "upload, finalize", 0)).status).toBe(400);
    const done = await send(url, bytes.subarray(UPLOAD_GRANULARITY), "upload, finalize", UPLOAD_GRANULARITY);
    const name = String(done.body.resourceName);
    expect(await loadState(name)).toEqual({ resourceName: name, state: "PENDING" });
    await harness.sandbox.control("clock", { step: "PT1M" });
    expect(await loadState(name)).toMatchObject({
      state: "UPLOADED",
      videoId: expect.stringMatching(/^\w{11}$/),
    });
    await harness.sandbox.control("clock", { step: "PT2M" });
    expect(await loadState(name)).toMatchObject({ state: "PROCESSED" });
  });

  it("that is not a video is rejected, and cannot become an asset", async () => {
    const name = await uploaded(Buffer.from("not a video"));
    await harness.sandbox.control("clock", { step: "PT3M" });
    const { state, videoId } = (await loadState(name)) as { state: string; videoId: string };
    expect(state).toBe("REJECTED");
    const made = await harness.mutate([
      { assetOperation: { create: { youtubeVideoAsset: { youtubeVideoId: videoId } } } },
    ]);
    expect(made.codes).toEqual(["fieldError.INVALID_VALUE"]);
  });

  it("needs a title, a length, and is not public on a channel that is not one's own", async () => {
    expect((await start(0)).status).toBe(400);
    expect((await start(10, { videoPrivacy: "UNLISTED" })).status).toBe(400);
    expect((await start(10, { videoTitle: "عطر", videoPrivacy: "PUBLIC" })).status).toBe(400);
  });
});

describe("an image", () => {
  const made = async (name: string, data: string) =>
    harness.mutate([{ assetOperation: { create: { name, type: undefined, imageAsset: { data } } } }]);

  it("is identified by its bytes, and its name is unique", async () => {
    const [square, tall] = [await picture(300, 300), await picture(600, 1_067)];
    const first = await made("شعار", square);
    expect((await made("شعار آخر", square)).names).toEqual(first.names);
    expect((await made("شعار", tall)).codes).toEqual(["assetError.DUPLICATE_ASSET_NAME"]);
    const { rows } = await harness.gaql(
      `SELECT asset.type, asset.image_asset.full_size.width_pixels, asset.image_asset.mime_type FROM asset WHERE asset.resource_name = '${first.names[0]}'`,
    );
    expect(rows[0]?.asset).toMatchObject({
      type: "IMAGE",
      imageAsset: { fullSize: { widthPixels: "300" }, mimeType: "IMAGE_PNG" },
    });
  });

  it("that cannot be decoded is refused", async () => {
    expect((await made("تالف", Buffer.from("no picture").toString("base64"))).codes).toEqual([
      "mediaUploadError.UNPARSEABLE_IMAGE",
    ]);
  });

  it("becomes the account's logo asset", async () => {
    const { rows } = await harness.gaql(
      "SELECT customer_asset.field_type, asset.resource_name FROM customer_asset",
    );
    expect(rows).toMatchObject([{ customerAsset: { fieldType: "BUSINESS_LOGO" } }]);
  });
});
