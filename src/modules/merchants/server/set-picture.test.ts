import { Readable } from "node:stream";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { findPicture } from "./pictures.store.ts";
import { removePicture, setPicture } from "./set-picture.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());
beforeEach(() => db.reset());

const set = (bytes: Buffer) =>
  setPicture({ systemClock: frozenClock("2026-11-21T09:00:00Z") })(testContext(db), {
    stream: Readable.from([bytes]),
    fieldName: "picture",
  });
const drawPhoto = () => sharp({ create: { width: 900, height: 600, channels: 3, background: "#17624b" } });

it("a picture is drawn anew as a small square without metadata, and removed again", async () => {
  await set(
    await drawPhoto()
      .withExif({ IFD0: { Copyright: "secret place" } })
      .jpeg()
      .toBuffer(),
  );
  const webp = Buffer.from((await findPicture(db, "mer_1")) ?? []);
  expect(await sharp(webp).metadata()).toMatchObject({ format: "webp", width: 160, height: 160 });
  expect(webp.includes("secret place")).toBe(false);
  expect(await findPicture(db, "mer_2")).toBeNull();
  await removePicture(testContext(db));
  expect(await findPicture(db, "mer_1")).toBeNull();
});

it("what is no picture, another format, cut off, or too large is refused", async () => {
  const whole = await drawPhoto().jpeg().toBuffer();
  const refused = [
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
    await drawPhoto().gif().toBuffer(),
    whole.subarray(0, whole.length / 2),
    Buffer.concat([whole, Buffer.alloc(5_000_001)]),
    Buffer.alloc(0),
  ];
  for (const bytes of refused)
    await expect(set(bytes)).rejects.toMatchObject({ code: "merchants.picture_not_valid" });
});
