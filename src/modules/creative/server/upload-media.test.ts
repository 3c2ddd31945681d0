import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import type { Media } from "../contract/creative.calls.ts";
import { type MediaHarness, openMedia, aPicture as picture } from "../testing/media-harness.ts";
import { aMovie, aMovieCutOff } from "../testing/movie.ts";
import { noPictures } from "../testing/no-pictures.ts";
import { makeCreativeFacade } from "./creative.facade.ts";

let library: MediaHarness;
const quotaBytes = 300_000;

beforeAll(async () => {
  library = await openMedia({ quotaBytes });
});
beforeEach(() => library.reset());
afterAll(() => library.close());

const upload = (bytes: Buffer, name: string, as?: string) => library.upload(bytes, name, as ? { as } : {});
const get = (url: string, as: string | null = null) => library.send("GET", url, { as });
const listScratch = () => library.list("scratch");

describe("an image", () => {
  it.each(["png", "jpg", "jpeg"])("of the right pixels is stored as %s and served", async (extension) => {
    const bytes = extension === "png" ? await picture().png().toBuffer() : await picture().jpeg().toBuffer();
    const { status, media } = await upload(bytes, `تمر.${extension}`);
    expect(status).toBe(200);
    expect(media).toMatchObject({
      kind: "image",
      width: 1_080,
      height: 1_920,
      file_name: `تمر.${extension}`,
    });
    const answer = await get(`/Clients/Media/${media.id}/file`, "mer_1");
    expect(answer.headers).toMatchObject({ "content-type": media.mime, "x-content-type-options": "nosniff" });
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1_080, height: 1_920 });
  });

  it("loses its place and camera metadata", async () => {
    const original = await picture()
      .jpeg()
      .withExif({ IFD0: { Make: "Camera of Mine" }, IFD3: { GPSLatitude: "24/1 42/1 49/1" } })
      .toBuffer();
    expect(original.includes("Camera of Mine")).toBe(true);
    const { media } = await upload(original, "a.jpg");
    const { rawPayload } = await get(`/Clients/Media/${media.id}/file`, "mer_1");
    expect(rawPayload.includes("Camera of Mine")).toBe(false);
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
  });

  it("as WebP is stored as a PNG when it is transparent, else as a JPEG", async () => {
    const { media } = await upload(await picture().webp().toBuffer(), "تمر.webp");
    expect(media).toMatchObject({ mime: "image/jpeg", file_name: "تمر.jpg", width: 1_080 });
    const transparent = picture().ensureAlpha(0.5).webp().toBuffer();
    expect((await upload(await transparent, "a.webp")).media).toMatchObject({
      mime: "image/png",
      file_name: "a.png",
    });
  });

  it("that a phone stored on its side is rotated before it is measured", async () => {
    const lying = await picture({ width: 1_920, height: 1_080 })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const { media } = await upload(lying, "a.jpg");
    expect(media).toMatchObject({ width: 1_080, height: 1_920 });
  });

  it("uploaded twice, even at the same time, is stored once", async () => {
    const bytes = await picture().png().toBuffer();
    const answers = await Promise.all([upload(bytes, "a.png"), upload(bytes, "b.png")]);
    answers.push(await upload(bytes, "c.png"));
    expect(new Set(answers.map(({ media }) => media.id)).size).toBe(1);
    const { stored_bytes } = await library.db.one<{ stored_bytes: number }>(
      sql`select stored_bytes from creative.usage`,
    );
    expect(stored_bytes).toBe(answers[0]?.media.bytes);
  });

  it("is written to the audit log and its event names who uploaded it, once", async () => {
    const bytes = await picture().png().toBuffer();
    const { media } = await upload(bytes, "تمر.png");
    await upload(bytes, "again.png");
    const who = { actor_kind: "member", actor_id: "mer_1" };
    expect(await listAudit(testContext(library.db), { module: "creative" })).toMatchObject([
      {
        action: "creative.media_uploaded",
        subject: media.id,
        ...who,
        before: null,
        after: { kind: "image", file_name: "تمر.png", bytes: media.bytes },
      },
    ]);
    expect(await library.db.many(sql`select name, details, actor_kind, actor_id from base.events`)).toEqual([
      { name: "creative.media_uploaded", details: { media_id: media.id }, ...who },
    ]);
  });

  it("beyond the merchant's quota is refused and leaves nothing", async () => {
    const noise = { width: 1_080, height: 1_920, channels: 3 as const, background: "#fff" };
    const big = await sharp({ create: { ...noise, noise: { type: "gaussian", mean: 128, sigma: 40 } } })
      .jpeg({ quality: 90 })
      .toBuffer();
    const { status, envelope } = await upload(big, "a.jpg");
    expect(status).toBe(409);
    expect(envelope).toMatchObject({ code: "creative.quota_full" });
    expect(await library.db.many(sql`select 1 from creative.usage`)).toEqual([]);
    expect(
      (await readdir(join(library.folder, "objects"), { recursive: true })).filter((name) =>
        /\.(png|jpg)$/.test(name),
      ),
    ).toEqual([]);
  });
});

describe("videos and animations", () => {
  it.each(["mp4", "mov"] as const)(
    "a video is stored unchanged, with its length, as %s",
    async (extension) => {
      const bytes = aMovie({ brand: extension === "mov" ? "qt  " : "isom", seconds: 12.5 });
      const { media } = await upload(bytes, `تمر.${extension}`);
      expect(media).toMatchObject({
        kind: "video",
        width: 1_080,
        height: 1_920,
        seconds: 12.5,
        bytes: bytes.length,
      });
      const { rawPayload, headers } = await get(`/Clients/Media/${media.id}/file`, "mer_1");
      expect(rawPayload.equals(bytes)).toBe(true);
      expect(headers["content-type"]).toBe(media.mime);
      const stored = sql`select sha256 from creative.media where id = ${media.id}`;
      expect(await library.db.many(stored)).toEqual([
        { sha256: createHash("sha256").update(bytes).digest("hex") },
      ]);
      const sign = await get(`/Clients/Media/${media.id}/thumbnail`, "mer_1");
      expect(await sharp(sign.rawPayload).metadata()).toMatchObject({ width: 270, format: "jpeg" });
      expect(sign.headers["content-length"]).toBe(String(sign.rawPayload.length));
    },
  );

  it("is sent in the ranges a player requests", async () => {
    const bytes = aMovie({ brand: "isom", seconds: 3 });
    const { media } = await upload(bytes, "a.mp4");
    const fetchRange = (range: string) => library.send("GET", media.url, { as: null, headers: { range } });
    const first = await fetchRange("bytes=0-1");
    expect(first.statusCode).toBe(206);
    expect(first.headers["content-range"]).toBe(`bytes 0-1/${bytes.length}`);
    expect(first.rawPayload.equals(bytes.subarray(0, 2))).toBe(true);
    const rest = await fetchRange("bytes=2-");
    expect(Buffer.concat([first.rawPayload, rest.rawPayload]).equals(bytes)).toBe(true);
    expect((await fetchRange(`bytes=${bytes.length}-`)).statusCode).toBe(416);
  });

  it("a GIF is stored unchanged, and refused above the size limit", async () => {
    const bytes = await picture({ width: 600, height: 500 }).gif().toBuffer();
    expect((await upload(bytes, "a.gif")).media).toMatchObject({
      kind: "animated_image",
      width: 600,
      seconds: null,
    });
    const large = await picture({ width: 1_281, height: 500 }).gif().toBuffer();
    expect((await upload(large, "a.gif")).envelope).toMatchObject({
      code: "creative.dimensions_not_accepted",
    });
  });
});

describe("a file that is not the image it claims to be", () => {
  const png = () => picture().png().toBuffer();
  it.each<[string, () => Promise<Buffer>, string, string]>([
    ["an empty file", async () => Buffer.alloc(0), "a.png", "creative.file_empty"],
    [
      "text under a picture's name",
      async () => Buffer.from("<script>alert(1)</script>"),
      "a.png",
      "creative.type_mismatch",
    ],
    ["a PNG called JPG", png, "a.jpg", "creative.type_mismatch"],
    ["a picture with a page inside its name", png, "a.png.html", "creative.extension_not_allowed"],
    [
      "an SVG",
      async () => Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
      "a.svg",
      "creative.extension_not_allowed",
    ],
    ["a file without a name", png, "", "creative.extension_not_allowed"],
    [
      "a picture cut off in the middle",
      async () => (await png()).subarray(0, 2_000),
      "a.png",
      "creative.file_broken",
    ],
    ["a header alone", async () => (await png()).subarray(0, 33), "a.png", "creative.file_broken"],
    ["a film that is none", async () => Buffer.from("0000"), "a.mp4", "creative.type_mismatch"],
    ["a film cut off", async () => aMovie().subarray(0, 200), "a.mp4", "creative.file_broken"],
    ["a film whose end is missing", async () => aMovieCutOff(), "a.mp4", "creative.file_broken"],
    ["a film too short", async () => aMovie({ seconds: 2 }), "a.mp4", "creative.duration_out_of_range"],
    [
      "a film in another codec",
      async () => aMovie({ videoCodec: "hvc1" }),
      "a.mp4",
      "creative.codec_not_accepted",
    ],
    [
      "a picture one pixel too narrow",
      () => picture({ width: 1_079 }).png().toBuffer(),
      "a.png",
      "creative.dimensions_not_accepted",
    ],
    ["a file over 5 MB", async () => Buffer.alloc(5 * 1_048_576 + 1, "a"), "a.png", "creative.file_too_big"],
  ])("%s is refused", async (_, make, name, code) => {
    const { status, envelope } = await upload(await make(), name);
    // A part without a file name is not a file.
    const codes = name === "" ? [code, "creative.file_missing", "base.not_valid"] : [code];
    expect(codes).toContain((envelope as { code?: string }).code);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(await library.db.many(sql`select 1 from creative.media`)).toEqual([]);
  });

  it("leaves no temporary file behind", async () => {
    await upload(Buffer.from("x"), "a.png");
    expect(await listScratch()).toEqual([]);
  });

  it("names the found and the required pixels", async () => {
    const { envelope } = await upload(await picture({ width: 800, height: 600 }).png().toBuffer(), "a.png");
    expect(envelope.messages[0]).toBe(
      "The file is 800×600 pixels; it must be 1080×1920. Crop it to this size and upload it again.",
    );
  });
});

describe("an upload in parts", () => {
  const begin = (bytes: number, metadata: Record<string, string>) => library.begin(bytes, metadata);
  const add = (url: string, offset: number, payload: Buffer) => library.add(url, offset, payload);
  const read = (url: string) => library.send("GET", url);
  const listUploads = () => library.list("uploads");

  it("is the same file, checked alike and stored once, and leaves nothing else behind", async () => {
    const bytes = aMovie({ brand: "isom", seconds: 9 });
    const begun = await begin(bytes.length, { filename: "تمر.mp4", platform: "snapchat" });
    expect(begun.statusCode).toBe(201);
    const address = String(begun.headers.location);
    expect((await add(address, 0, bytes.subarray(0, 100))).statusCode).toBe(204);
    expect((await add(address, 100, bytes.subarray(100))).statusCode).toBe(204);
    const { data: media } = (await read(address)).json<{ data: Media }>();
    expect(media).toMatchObject({ kind: "video", file_name: "تمر.mp4", bytes: bytes.length, seconds: 9 });
    expect((await get(media.url)).rawPayload.equals(bytes)).toBe(true);
    expect((await upload(bytes, "again.mp4")).media.id).toBe(media.id);
    expect([await listUploads(), await listScratch()]).toEqual([[], []]);
  });

  it("writes a part again that was not counted, as after a crash", async () => {
    const bytes = aMovie({ brand: "isom", seconds: 4 });
    const address = String((await begin(bytes.length, { filename: "a.mp4" })).headers.location);
    await add(address, 0, Buffer.alloc(100, "x"));
    await library.db.run(sql`update base.uploads set received_bytes = 0`);
    expect((await add(address, 0, bytes)).statusCode).toBe(204);
    expect((await read(address)).json()).toMatchObject({ data: { kind: "video", seconds: 4 } });
  });

  it.each<[string, number, Record<string, string>, string]>([
    ["of a kind that is not allowed", 10, { filename: "a.html" }, "creative.extension_not_allowed"],
    ["larger than its kind may be", 5 * 1_048_576 + 1, { filename: "a.png" }, "creative.file_too_big"],
    ["beyond the quota", quotaBytes + 1, { filename: "a.mp4" }, "creative.quota_full"],
    ["for a platform that is none", 10, { filename: "a.mp4", platform: "radio" }, "base.not_valid"],
  ])("is refused before its first byte: %s", async (_what, bytes, metadata, code) => {
    expect((await begin(bytes, metadata)).json()).toMatchObject({ code });
    expect(await library.db.many(sql`select 1 from base.uploads`)).toEqual([]);
  });

  it("that is not what its name says is refused at its end and leaves nothing", async () => {
    const address = String((await begin(4, { filename: "a.mp4" })).headers.location);
    expect((await add(address, 0, Buffer.from("0000"))).json()).toMatchObject({
      code: "creative.type_mismatch",
    });
    expect((await read(address)).statusCode).toBe(404);
    expect(await listUploads()).toEqual([]);
    expect(await library.db.many(sql`select 1 from creative.media`)).toEqual([]);
  });
});

describe("a file's address", () => {
  it("opens without a session when it is signed, and not when it is changed or expired", async () => {
    const { media } = await upload(await picture().png().toBuffer(), "a.png");
    expect((await get(media.thumbnail_url)).statusCode).toBe(200);
    expect((await get(media.thumbnail_url.replace("thumbnail", "file"))).statusCode).toBe(401);
    expect((await get(media.url.replace("m=mer_1", "m=mer_2"))).statusCode).toBe(401);
    library.clock.set("2026-11-23T00:00:00Z");
    expect((await get(media.url)).statusCode).toBe(401);
    library.clock.set("2026-11-21T09:00:00Z");
  });

  it("of another merchant is not found", async () => {
    const { media } = await upload(await picture().png().toBuffer(), "a.png");
    expect((await get(`/Clients/Media/${media.id}/file`, "mer_2")).statusCode).toBe(404);
    expect((await get(`/Clients/Media/${media.id}`, "mer_2")).statusCode).toBe(404);
    const facade = makeCreativeFacade({ ...library, quotaBytes: 0, pictures: noPictures });
    expect(await facade.findMediaFile(testContext(library.db, "mer_2"), media.id)).toBeUndefined();
    expect(await facade.findMediaFile(testContext(library.db, "mer_1"), media.id)).toMatchObject({
      width: 1_080,
    });
  });
});
