import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../shared/field-table.ts";
import { aVideo } from "../shared/testing/video.ts";
import { aCard, codesIn, type Harness, openHarness, picture } from "./testing.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.stop());

const begin = (bytes: Buffer, media_category: string, more: Json = {}) =>
  harness.api("POST", "/2/media/upload/initialize", {
    json: {
      media_type: "video/mp4",
      total_bytes: bytes.length,
      media_category,
      additional_owners: [harness.promotable_user_id],
      ...more,
    },
  });

/** Uploads in segments of the given size, the last one first. */
async function upload(bytes: Buffer, category: string, size = bytes.length) {
  const started = await begin(bytes, category);
  const id = String((started.body.data as Json).id);
  for (let index = Math.ceil(bytes.length / size) - 1; index >= 0; index -= 1) {
    const form = new FormData();
    form.set("segment_index", String(index));
    form.set("media", new Blob([new Uint8Array(bytes.subarray(index * size, (index + 1) * size))]));
    await harness.api("POST", `/2/media/upload/${id}/append`, { body: form });
  }
  return harness.api("POST", `/2/media/upload/${id}/finalize`);
}
const library = (media_key: string, more: Record<string, string> = {}) =>
  harness.call("POST", "/accounts/:a/media_library", { query: { media_key, ...more } });

describe("an upload", () => {
  test("is assembled by segment index, whatever the order of arrival", async () => {
    const bytes = await picture();
    const done = await upload(bytes, "tweet_image", 500);
    expect(done.body.data).toMatchObject({ size: bytes.length });
    const key = String((done.body.data as Json).media_key);
    expect(key).toMatch(/^3_\d{19}$/);
    expect((await library(key)).body.data).toMatchObject({
      media_type: "IMAGE",
      media_status: "TRANSCODE_COMPLETED",
    });
  });

  test.each([
    ["a text as a picture", "tweet_image", async () => Buffer.from("not a picture")],
    [
      "a GIF as a picture",
      "tweet_image",
      async () =>
        sharp(await picture(80, 80))
          .gif()
          .toBuffer(),
    ],
    [
      "a video that is too long",
      "tweet_video",
      async () => aVideo({ seconds: 141, width: 1_280, height: 720 }),
    ],
    ["a video of too many pixels", "tweet_video", async () => aVideo()],
    ["a video in another codec", "amplify_video", async () => aVideo({ codec: "hvc1" })],
  ])("of %s is refused as a problem with its detail", async (_name, category, bytes) => {
    const done = await upload(await bytes(), category);
    expect([done.status, done.body.title, typeof done.body.detail]).toEqual([
      400,
      "Invalid Request",
      "string",
    ]);
  });

  test("accepts its segments as JSON in base64 too, as X's own SDKs send them", async () => {
    const bytes = await picture();
    const started = await begin(bytes, "tweet_image");
    const id = String((started.body.data as Json).id);
    const append = (json: Json) => harness.api("POST", `/2/media/upload/${id}/append`, { json });
    const half = Math.ceil(bytes.length / 2);
    const segment = (from: number, to?: number) => bytes.subarray(from, to).toString("base64");
    expect((await append({ media: segment(0, half), segment_index: 0 })).status).toBe(200);
    expect((await append({ media: segment(half), segment_index: "1" })).status).toBe(200);
    for (const wrong of [
      { media: "not base64!", segment_index: 1 },
      { media: segment(half) },
      { media: segment(half), segment_index: 1_000 },
      { media: segment(half), segment_index: 1, command: "APPEND" },
      { segment_index: 1 },
    ])
      expect((await append(wrong)).status).toBe(400);
    const done = await harness.api("POST", `/2/media/upload/${id}/finalize`);
    expect(done.body.data).toMatchObject({ size: bytes.length });
  });

  test("that misses a part or has unknown fields is refused", async () => {
    const bytes = await picture();
    const started = await begin(bytes, "tweet_image");
    const id = String((started.body.data as Json).id);
    expect((await harness.api("POST", `/2/media/upload/${id}/finalize`)).status).toBe(400);
    expect((await begin(bytes, "poster")).status).toBe(400);
    expect((await begin(bytes, "tweet_image", { alt: "x" })).status).toBe(400);
  });

  test("of an image can be done in one call", async () => {
    const form = new FormData();
    form.set("media", new Blob([new Uint8Array(await picture())]));
    form.set("media_category", "tweet_image");
    expect((await harness.api("POST", "/2/media/upload", { body: form })).status).toBe(200);
  });
});

describe("a video", () => {
  test("is processed for a moment: no post and no card can use it before", async () => {
    const done = await upload(aVideo(), "amplify_video");
    const { id, media_key, processing_info } = done.body.data as Record<string, string>;
    expect(processing_info).toEqual({ state: "pending", check_after_secs: 1 });
    const post = () =>
      harness.call("POST", "/accounts/:a/tweet", {
        query: {
          as_user_id: harness.promotable_user_id,
          media_keys: media_key ?? "",
          video_title: "عطر",
          video_cta: "VISIT_SITE",
          video_cta_value: "https://store.example/offer",
        },
      });
    expect(codesIn(await post())).toEqual(["MEDIA_NOT_FOUND"]);
    expect((await library(media_key ?? "", { title: "عطر" })).body.data).toMatchObject({
      media_category: "AMPLIFY_VIDEO",
    });
    const readState = async () => {
      const query = { command: "STATUS", media_id: id ?? "" };
      const { body } = await harness.api("GET", "/2/media/upload", { query });
      return ((body.data as Json).processing_info as Json).state;
    };
    // The state is read before the post: a post that comes after the last moment of processing is accepted.
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const state = await readState();
      const answer = await post();
      if (answer.status === 200) break;
      expect(codesIn(answer)).toEqual(["INVALID_MEDIA"]);
      expect(state).toBe("in_progress");
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(await readState()).toBe("succeeded");
    expect(codesIn(await post())).toEqual(["DUPLICATE_TWEET"]);
  });

  test("belongs to its additional owners, and to nobody else", async () => {
    const khalid = await harness.sandbox.control<Record<string, string>>("tokens", {
      vendor: "x",
      identity: "khalid",
    });
    const bytes = await picture();
    const started = await begin(bytes, "tweet_image", { additional_owners: [khalid.user_id] });
    const id = String((started.body.data as Json).id);
    const form = new FormData();
    form.set("segment_index", "0");
    form.set("media", new Blob([new Uint8Array(bytes)]));
    await harness.api("POST", `/2/media/upload/${id}/append`, { body: form });
    const key = String(
      ((await harness.api("POST", `/2/media/upload/${id}/finalize`)).body.data as Json).media_key,
    );
    expect((await library(key)).status).toBe(200);
    const sara = await openHarness("reem");
    expect(
      codesIn(await sara.call("POST", "/accounts/:a/media_library", { query: { media_key: key } })),
    ).toEqual(["MEDIA_NOT_FOUND"]);
    await sara.stop();
    expect((await harness.call("POST", "/accounts/:a/cards", { json: aCard(key) })).status).toBe(200);
  });
});
