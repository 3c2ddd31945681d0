import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Envelope } from "#base/shared/envelope.ts";
import { testContext } from "#base/testing/context.ts";
import type { Media } from "../contract/creative.calls.ts";
import { type MediaHarness, openMedia } from "../testing/media-harness.ts";
import { addAdPicture } from "./take-product-picture.ts";

let library: MediaHarness;
/** What the web answers at each address; anything else is not there. */
let web: Record<string, Buffer>;
let fetched: string[];

beforeAll(async () => {
  library = await openMedia({ quotaBytes: 50_000_000, pictures: { readPicture } });
});

async function readPicture(address: string): Promise<Buffer> {
  fetched.push(address);
  const bytes = web[address];
  if (!bytes) throw new AdapterFault("later", { reason: "nothing there" });
  return bytes;
}

beforeEach(async () => {
  await library.reset();
  web = {};
  fetched = [];
  await library.db.run(sql`
    insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
    values ('sto_1', 'mer_1', 'salla', '1', 'متجر', 'https://shop.example', 'shop.example', 'SAR', 'connected', now())`);
});
afterAll(() => library.close());

const addProduct = (imageUrl: string | null) =>
  library.db.run(sql`
    insert into stores.products (id, store_id, merchant_id, external_id, name, search_text, image_url, price_halalas,
      regular_price_halalas, currency, status, read_at)
    values ('prd_1', 'sto_1', 'mer_1', '1', 'تمر 1.5 كيلو', 'تمر', ${imageUrl}, 100, 100, 'SAR', 'on_sale', now())`);

async function take(change: object = {}, as = "mer_1") {
  const answer = await library.server.app.inject({
    method: "POST",
    url: "/Clients/Media/from-product",
    headers: { authorization: `Bearer test-session-of-${as}`, "x-app-language": "en" },
    payload: { product_id: "prd_1", platform: "snapchat", ...change },
  });
  const envelope = answer.json<Envelope<Media>>();
  return {
    status: answer.statusCode,
    code: envelope.error ? envelope.code : null,
    media: envelope.data as Media,
  };
}

/** Left half green, right half red. */
async function twoColours(width: number, height: number): Promise<Buffer> {
  const half = await sharp({
    create: { width: Math.ceil(width / 2), height, channels: 3, background: "#c01010" },
  })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: "#10c010" } })
    .composite([{ input: half, gravity: "east" }])
    .png()
    .toBuffer();
}

/** The colour at a point of the stored file, as red, green, blue. */
async function readColour({ id }: Media, left: number, top: number): Promise<number[]> {
  const { rawPayload } = await library.server.app.inject({
    url: `/Clients/Media/${id}/file`,
    headers: { authorization: "Bearer test-session-of-mer_1" },
  });
  return [...(await sharp(rawPayload).extract({ left, top, width: 1, height: 1 }).raw().toBuffer())];
}

const isGreen = ([red = 0, green = 0]: number[]) => green > 120 && red < 90;
const isRed = ([red = 0, green = 0]: number[]) => red > 120 && green < 90;

describe("an ad's image from a picture on the web", () => {
  const address = "https://shop.example/offer.png";
  const add = (platform: "snapchat" | "google") =>
    addAdPicture({ ...library, quotaBytes: 50_000_000, pictures: { readPicture } })(
      testContext(library.db, "mer_1"),
      { address, name: "باقة الحناء", platform },
    );

  it("is one file of the platform's pixels, however often it is taken", async () => {
    web[address] = await twoColours(800, 800);
    const first = await add("snapchat");
    expect(first).toMatchObject({ width: 1_080, height: 1_920, file_name: "باقة الحناء.jpg" });
    expect((await add("snapchat"))?.id).toBe(first?.id);
  });

  it("is not fetched for a platform whose ads are words, and refused where it cannot be read", async () => {
    expect(await add("google")).toBeUndefined();
    expect(fetched).toEqual([]);
    await expect(add("snapchat")).rejects.toMatchObject({ code: "creative.picture_not_read" });
  });
});

describe("an ad's image from a product's picture", () => {
  it("shows all of a square picture in the platform's tall frame, on a ground of its own", async () => {
    await addProduct("https://cdn.example/dates.png");
    web["https://cdn.example/dates.png"] = await twoColours(800, 800);
    const { status, media } = await take();
    expect(status).toBe(200);
    expect(media).toMatchObject({
      kind: "image",
      mime: "image/jpeg",
      width: 1_080,
      height: 1_920,
      file_name: "تمر 1 5 كيلو.jpg",
    });
    // Both edges of the picture are there, and the ground above is the darkened picture.
    expect(isGreen(await readColour(media, 5, 960))).toBe(true);
    expect(isRed(await readColour(media, 1_074, 960))).toBe(true);
    const [, green = 0] = await readColour(media, 100, 100);
    expect(green).toBeLessThan(180);
  });

  it("fills the frame from the part that was chosen", async () => {
    await addProduct("https://cdn.example/dates.png");
    web["https://cdn.example/dates.png"] = await twoColours(2_000, 1_000);
    const left = await take({ fit: "fill", focus: 0 });
    const right = await take({ fit: "fill", focus: 1 });
    expect(isGreen(await readColour(left.media, 1_000, 960))).toBe(true);
    expect(isRed(await readColour(right.media, 80, 960))).toBe(true);
  });

  it("has the pixels that each platform takes", async () => {
    await addProduct("https://cdn.example/dates.png");
    web["https://cdn.example/dates.png"] = await twoColours(300, 500);
    expect((await take({ platform: "x" })).media).toMatchObject({ width: 1_080, height: 1_080 });
    expect(await take({ platform: "google", placement: "search" })).toMatchObject({
      status: 415,
      code: "creative.kind_not_accepted",
    });
  });

  it("is stored once, however often it is made", async () => {
    await addProduct("https://cdn.example/dates.png");
    web["https://cdn.example/dates.png"] = await twoColours(800, 800);
    expect((await take()).media.id).toBe((await take()).media.id);
  });

  it("puts a transparent picture on white", async () => {
    await addProduct("https://cdn.example/clear.png");
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    web["https://cdn.example/clear.png"] = await sharp({
      create: { width: 1_080, height: 1_920, channels: 4, background: clear },
    })
      .png()
      .toBuffer();
    expect(await readColour((await take()).media, 540, 960)).toEqual([255, 255, 255]);
  });
});

describe("no image is made", () => {
  it.each([
    ["of a product without a picture", null, "creative.product_without_picture"],
    ["when the store does not answer", "https://cdn.example/away.png", "creative.picture_not_read"],
    ["of bytes that are no picture", "https://cdn.example/page.png", "creative.file_broken"],
  ])("%s", async (_, address, code) => {
    await addProduct(address);
    web["https://cdn.example/page.png"] = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>");
    expect((await take()).code).toBe(code);
  });

  it("of another merchant's product: nothing is even read", async () => {
    await addProduct("https://cdn.example/dates.png");
    expect(await take({}, "mer_2")).toMatchObject({ status: 404 });
    expect(fetched).toEqual([]);
  });
});
