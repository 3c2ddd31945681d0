import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { aSubscription } from "#modules/billing/testing/stock-builders.ts";
import type { BrandKit } from "../contract/brand-kit.calls.ts";
import type { DesignDetails, DesignSummary } from "../contract/design-shapes.ts";
import { aRequest, aStore, now, openDesigner } from "../testing/designer-harness.ts";

const harness = await openDesigner();
const { db, call } = harness;
beforeEach(async () => {
  await db.reset();
  await aStore(harness);
  await aSubscription(db, "mer_1", now);
});
afterAll(() => harness.close());

const base = "Clients/DigitalDesigner";
const aKit = {
  colors: { main: "#123a5c", soft: "#f2f6fa", accent: "#e0a43b" },
  font: "Tajawal",
  phrases: [],
};
const saveKit = (more: object = {}) =>
  call(`PUT ${base}/brand-kit`, { as: "mer_1", body: { ...aKit, ...more } });
const showKit = async (as = "mer_1") => (await call(`GET ${base}/brand-kit`, { as })).data as BrandKit;

/** A logo of two colours on a clear ground, twice as wide as high. */
const aLogo = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect x="100" y="100" width="400" height="200" fill="#7a1f4b"/><circle cx="420" cy="200" r="50" fill="#e0b04b"/></svg>`,
    ),
  )
    .png()
    .toBuffer();

async function upload(bytes: Buffer, as = "mer_1") {
  const edge = "----edge";
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="logo.png"\r\nContent-Type: image/png\r\n\r\n`;
  const response = await harness.server.app.inject({
    method: "POST",
    url: `/${base}/brand-kit/logo`,
    headers: {
      authorization: `Bearer test-session-of-${as}`,
      "content-type": `multipart/form-data; boundary=${edge}`,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
  });
  return response.json<{ data: BrandKit; code?: string }>();
}

async function design(more: object = {}): Promise<DesignDetails> {
  const { data } = await call(`POST ${base}/designs`, { as: "mer_1", body: aRequest(more) });
  const [first] = (data as { items: DesignSummary[] }).items;
  return (await call(`GET ${base}/designs/${first?.id}`, { as: "mer_1" })).data as DesignDetails;
}
const find = ({ sizes }: DesignDetails, key: string) => sizes.square?.find((layer) => layer.key === key);

describe("a brand kit", () => {
  it("gives designs its colours and font, where they are wanted, each merchant's own", async () => {
    await saveKit();
    expect(await showKit()).toEqual({ ...aKit, logo_url: null });
    expect(await showKit("mer_2")).toEqual({ colors: null, font: null, phrases: [], logo_url: null });
    const branded = await design();
    expect(find(branded, "headline")).toMatchObject({ font: "Tajawal", color: "#123a5c" });
    expect(find(branded, "background")).toMatchObject({ color: "#f2f6fa" });
    const plain = await design({ uses_brand: false });
    expect(find(plain, "headline")).toMatchObject({ font: "IBM Plex Sans Arabic", color: "#0f4a38" });
  });

  it("refuses its phrases however they are spelled, in a request and in an edit, and says which", async () => {
    await saveKit({ phrases: ["الأفضل"] });
    const { status, envelope } = await call(`POST ${base}/designs`, {
      as: "mer_1",
      body: aRequest({ headline: "عباية هي الافضَل لك" }),
    });
    expect(status).toBe(422);
    expect(envelope).toMatchObject({
      code: "designer.phrase_refused",
      fields: { headline: [expect.stringContaining("الأفضل")] },
    });
    expect((await harness.countPictures()).available).toBe(20);
    const made = await design();
    const sizes = {
      square: made.sizes.square?.map((layer) =>
        layer.kind === "text" ? { ...layer, text: "الأفضل" } : layer,
      ),
    };
    const saved = await call(`PUT ${base}/designs/${made.id}`, { as: "mer_1", body: { version: 1, sizes } });
    expect(saved.envelope).toMatchObject({ code: "designer.phrase_refused" });
  });

  it("takes a logo, reads its colours, and designs carry it; what nobody carries is removed", async () => {
    const { data: kit } = await upload(await aLogo());
    expect(kit.colors?.main).toBe("#7a1f4b");
    expect(kit.colors?.accent).toBe("#e0b04b");
    const { status, type, bytes } = await harness.open(kit.logo_url ?? "");
    expect([status, type]).toEqual([200, "image/png"]);
    const { width = 0, height = 1 } = await sharp(bytes).metadata();
    expect(width / height).toBeCloseTo(2, 1);
    const branded = await design();
    expect(find(branded, "logo")).toMatchObject({ kind: "logo" });
    expect(find(branded, "store")).toBeUndefined();

    const loadKey = async () =>
      (await db.one<{ logo_key: string }>(sql`select logo_key from designer.brand_kits`)).logo_key;
    const isKept = async (key: string) => (await harness.deps.storage.open(key))?.destroy() !== undefined;
    const first = await loadKey();
    await upload(await aLogo());
    expect(await isKept(first)).toBe(true);
    expect((await harness.open(branded.preview_url)).status).toBe(200);
    const second = await loadKey();
    const { data: without } = await call(`DELETE ${base}/brand-kit/logo`, { as: "mer_1" });
    expect(without).toMatchObject({ logo_url: null, colors: { main: "#7a1f4b" } });
    expect(await isKept(second)).toBe(false);
    expect((await call(`GET ${base}/brand-kit/logo`, { as: "mer_1" })).status).toBe(404);
    for (const { id } of await db.many<{ id: string }>(sql`select id from designer.designs`))
      await call(`DELETE ${base}/designs/${id}`, { as: "mer_1" });
    expect(await isKept(first)).toBe(false);
  });

  it("refuses a logo that is no picture", async () => {
    expect((await upload(Buffer.from("no picture"))).code).toBe("creative.file_broken");
    expect((await showKit()).colors).toBeNull();
  });
});
