import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Json } from "../shared/field-table.ts";
import { aVideo } from "../shared/testing/video.ts";
import { expectOk, type Harness, imageForm, openHarness, picture } from "./testing.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.stop());

const UPLOAD = "/file/image/ad/upload/";

describe("an image", () => {
  test("is stored with its size, and found by its id and in the list", async () => {
    const bytes = await picture();
    const file = await expectOk(harness.post(UPLOAD, imageForm(harness, bytes)));
    expect(file).toMatchObject({
      width: 720,
      height: 1_280,
      format: "png",
      size: bytes.length,
      file_name: "perfume.png",
    });
    const { advertiser_id } = harness;
    const info = await expectOk(
      harness.get("/file/image/ad/info/", { advertiser_id, image_ids: [file.image_id] }),
    );
    expect(info.list).toEqual([file]);
    expect((await expectOk(harness.get("/file/image/ad/search/", { advertiser_id }))).list).toEqual([file]);
  });

  test.each([
    ["a wrong MD5", { image_signature: "0".repeat(32) }, 40900],
    ["no MD5", { image_signature: "" }, 40900],
    ["an unknown field", { colour: "red" }, 40002],
    ["another way than by file or address", { upload_type: "UPLOAD_BY_FILE_ID" }, 40002],
  ])("with %s is refused", async (_name, change: Record<string, string>, code) => {
    expect((await harness.post(UPLOAD, imageForm(harness, await picture(), change))).code).toBe(code);
  });

  test("that is not an image, is truncated or is too large is refused", async () => {
    const whole = await picture();
    const cases: [Buffer, number][] = [
      [Buffer.from("GIF89a"), 40904],
      [await picture(720, 1_280, "webp"), 40904],
      [whole.subarray(0, whole.length - 100), 40914],
      [await picture(2_000, 2_000), 40915],
    ];
    for (const [bytes, code] of cases)
      expect((await harness.post(UPLOAD, imageForm(harness, bytes))).code).toBe(code);
  });

  test("cannot be stored twice under one file name", async () => {
    await expectOk(harness.post(UPLOAD, imageForm(harness, await picture())));
    expect((await harness.post(UPLOAD, imageForm(harness, await picture()))).code).toBe(40911);
  });
});

describe("a video", () => {
  const form = (bytes: Buffer) => {
    const sent = imageForm(harness, bytes, { file_name: "film.mp4" });
    sent.set("video_signature", String(sent.get("image_signature")));
    sent.set("video_file", sent.get("image_file") as Blob, "film.mp4");
    for (const name of ["image_signature", "image_file"]) sent.delete(name);
    return sent;
  };

  test("is returned as a list of one, with a cover that can be used as an image", async () => {
    const reply = await harness.post(
      "/file/video/ad/upload/",
      form(aVideo({ width: 720, height: 1_280, seconds: 9 })),
    );
    const [file] = reply.data as unknown as Json[];
    expect(file).toMatchObject({ width: 720, height: 1_280, duration: 9, format: "mp4", displayable: true });
    const cover = {
      advertiser_id: harness.advertiser_id,
      upload_type: "UPLOAD_BY_URL",
      image_url: file?.video_cover_url,
    };
    expect(await expectOk(harness.post(UPLOAD, { ...cover, file_name: "cover.png" }))).toMatchObject({
      width: 720,
      height: 1_280,
    });
    const nowhere = {
      ...cover,
      image_url: `${harness.sandbox.url}/tiktok-cdn/cover/none.png`,
      file_name: "none.png",
    };
    expect((await harness.post(UPLOAD, nowhere)).code).toBe(40902);
  });

  test.each([
    ["too short", { width: 720, height: 1_280, seconds: 2 }, 40915],
    ["too small", { width: 300, height: 533, seconds: 9 }, 40915],
  ])("that is %s is refused", async (_name, facts, code) => {
    expect((await harness.post("/file/video/ad/upload/", form(aVideo(facts)))).code).toBe(code);
    expect((await harness.post("/file/video/ad/upload/", form(Buffer.from("no film")))).code).toBe(40908);
  });
});
