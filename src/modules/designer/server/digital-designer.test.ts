import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { aSubscription } from "#modules/billing/testing/stock-builders.ts";
import type { Media } from "#modules/creative/contract/media-shape.ts";
import type { DesignDetails, DesignSize, DesignSummary, Layer, Sizes } from "../contract/design-shapes.ts";
import { aRequest, aStore, now, openDesigner } from "../testing/designer-harness.ts";

const harness = await openDesigner();
const { db, web, call } = harness;
/** Pictures of the plan. */
const plan = 20;
beforeEach(async () => {
  await db.reset();
  web.reads = 0;
  await aStore(harness);
  await aSubscription(db, "mer_1", now);
});
afterAll(() => harness.close());

const path = "Clients/DigitalDesigner/designs";
const create = async (more: object = {}, as = "mer_1") => {
  const { status, envelope } = await call(`POST ${path}`, { as, body: aRequest(more) });
  const items = envelope.error ? [] : (envelope.data as { items: DesignSummary[] }).items;
  return { status, items, ...(envelope.error ? { code: envelope.code, fields: envelope.fields } : {}) };
};
const show = async (id: string, as = "mer_1") =>
  (await call(`GET ${path}/${id}`, { as })).data as DesignDetails;
const save = async (design: DesignDetails, sizes: Sizes) => {
  const body = { version: design.version, sizes };
  const { status, data, envelope } = await call(`PUT ${path}/${design.id}`, { as: "mer_1", body });
  return { status, data: data as DesignDetails, code: envelope.error ? envelope.code : undefined };
};
const change = (sizes: Sizes, key: string, patch: object): Sizes =>
  Object.fromEntries(
    Object.entries(sizes).map(([placement, layers]) => [
      placement,
      layers.map((layer) => (layer.key === key ? ({ ...layer, ...patch } as Layer) : layer)),
    ]),
  );
const findLayer = (design: DesignDetails, key: string) =>
  design.sizes.square?.find((layer) => layer.key === key);

describe("designs of a product", () => {
  it("are clearly different pictures with the store's price, counted one by one, and readable", async () => {
    const { status, items } = await create({ count: 6 });
    expect(status).toBe(200);
    expect(items.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await harness.countPictures()).toEqual({ available: plan - 6, reserved: 0 });
    const pictures: Buffer[] = [];
    for (const { id, preview_url } of items) {
      const design = await show(id);
      expect(findLayer(design, "price")).toMatchObject({ amount_halalas: 24_900 });
      expect(design.store_price_halalas).toBe(24_900);
      const { data } = (await call(`GET ${path}/${id}/sizes/square`, { as: "mer_1" })) as {
        data: DesignSize;
      };
      for (const verdict of data.texts)
        expect({ id: design.layout, ...verdict }).toMatchObject({
          fits: true,
          is_readable: true,
          is_safe: true,
        });
      expect(data.is_price_safe).toBe(true);
      const { status: opened, bytes, type } = await harness.open(preview_url);
      expect([opened, type]).toEqual([200, "image/webp"]);
      pictures.push(await sharp(bytes).resize(32, 32).removeAlpha().raw().toBuffer());
    }
    for (const [index, one] of pictures.entries())
      for (const other of pictures.slice(index + 1)) {
        const sum = one.reduce((all, value, at) => all + Math.abs(value - (other[at] ?? 0)), 0);
        // Of 255 levels; two pictures of one arrangement in kindred colours are some 10 apart.
        expect(sum / one.length).toBeGreaterThan(16);
      }
  });

  it("sent again with their key come back and are paid once; another request with it is refused", async () => {
    const request = aRequest();
    const first = await create(request);
    expect((await create(request)).items).toEqual(first.items);
    expect((await harness.countPictures()).available).toBe(plan - 3);
    expect((await create({ ...request, headline: "غيره" })).code).toBe("designer.request_key_used");
  });

  it("are the same for the same seed and others for the next", async () => {
    const list = async (seed: number) => {
      const { items } = await create({ seed });
      return Promise.all(items.map(async ({ id }) => (await show(id)).sizes));
    };
    const first = await list(0);
    expect(await list(0)).toEqual(first);
    expect(await list(1)).not.toEqual(first);
  });

  it("need a photograph that can be read; what fails costs nothing", async () => {
    expect(await create({ product_id: "prd_2" })).toMatchObject({
      status: 422,
      code: "designer.picture_missing",
      fields: { product_id: [expect.any(String)] },
    });
    const whole = web.photograph;
    web.photograph = whole.subarray(0, 2_000);
    expect((await create()).code).toBe("designer.picture_not_read");
    web.photograph = Buffer.from("not found");
    expect((await create()).code).toBe("designer.picture_not_read");
    web.photograph = whole;
    expect((await create({ media_id: "med_unknown" })).code).toBe("designer.picture_missing");
    expect((await create({ product_id: "prd_unknown" })).status).toBe(404);
    expect(await harness.countPictures()).toEqual({ available: plan, reserved: 0 });
  });

  it("may be made of the library's picture", async () => {
    const links = { link: (path: string) => path } as never;
    const bytes = await sharp({ create: { width: 500, height: 500, channels: 3, background: "#3366cc" } })
      .png()
      .toBuffer();
    const { id } = await harness.deps.media.addFile(testContext(db, "mer_1", now), {
      fileName: "blue.png",
      bytes,
      links,
    });
    const { items } = await create({ product_id: "prd_2", media_id: id });
    expect(items).toHaveLength(3);
    expect(web.reads).toBe(0);
    expect((await create({ media_id: id, product_id: "prd_1x" }, "mer_2")).items).toEqual([]);
  });

  it("of a merchant without a plan that opens the designer are refused as not subscribed; too many are refused", async () => {
    await aStore(harness, "mer_2", "x");
    expect((await create({ product_id: "prd_1x" }, "mer_2")).code).toBe("designer.not_subscribed");
    for (const _ of [1, 2, 3]) await create({ count: 6 });
    expect((await create()).code).toBe("designer.pictures_used_up");
    const { data } = await call("GET Clients/DigitalDesigner/state", { as: "mer_1" });
    expect(data).toMatchObject({
      is_subscribed: true,
      available_pictures: 2,
      quota: { limit_pictures: plan },
    });
  });

  it("are listed from the newest on, page by page, each merchant's own", async () => {
    const { items: older } = await create();
    const { items: newer } = await create();
    const first = (await call(`GET ${path}`, { as: "mer_1", query: { size: "4" } })).data as {
      items: DesignSummary[];
      next: string;
    };
    const all = [...newer, ...older].map(({ id }) => id);
    expect(first.items.map(({ id }) => id)).toEqual(all.slice(0, 4));
    const rest = await call(`GET ${path}`, { as: "mer_1", query: { after: first.next } });
    expect(rest.data).toMatchObject({ items: [{ id: all[4] }, { id: all[5] }], next: null });
    expect((await call(`GET ${path}`, { as: "mer_2" })).data).toEqual({ items: [], next: null });
    expect((await call(`GET ${path}/${all[0]}`, { as: "mer_2" })).status).toBe(404);
    expect((await call(`GET ${path}/${all[0]}/sizes/square`, { as: "mer_2" })).status).toBe(404);
  });
});

describe("a design", () => {
  const made = async (more: object = {}) => show((await create(more)).items[0]?.id ?? "");

  it("is edited layer by layer, and its picture is another one; the price stays the store's", async () => {
    const design = await made();
    const before = await harness.open(design.preview_url);
    await db.run(sql`update stores.products set price_halalas = 19900`);
    const sizes = change(change(design.sizes, "headline", { text: "نص جديد", color: "#112233" }), "price", {
      amount_halalas: 100,
    });
    const { status, data: saved } = await save(design, sizes);
    expect(status).toBe(200);
    expect(saved).toMatchObject({ version: 2, headline: "نص جديد", store_price_halalas: 19_900 });
    expect(findLayer(saved, "headline")).toMatchObject({ text: "نص جديد", color: "#112233" });
    expect(findLayer(saved, "price")).toMatchObject({ amount_halalas: 19_900 });
    expect(await show(design.id)).toEqual(saved);
    expect(saved.preview_url).not.toBe(design.preview_url);
    expect((await harness.open(saved.preview_url)).bytes.equals(before.bytes)).toBe(false);
    expect((await harness.countPictures()).available).toBe(plan - 3);
  });

  it("changed elsewhere meanwhile is not overwritten", async () => {
    const design = await made();
    await save(design, design.sizes);
    expect(await save(design, change(design.sizes, "headline", { text: "متأخر" }))).toMatchObject({
      status: 409,
      code: "designer.changed_elsewhere",
    });
  });

  it("keeps its layers: none is added, taken away or of another size", async () => {
    const design = await made();
    const without = { square: design.sizes.square?.slice(1) ?? [] };
    expect((await save(design, without)).code).toBe("designer.layers_not_valid");
    expect((await save(design, { ...design.sizes, story: design.sizes.square })).code).toBe(
      "designer.layers_not_valid",
    );
    expect((await save(design, change(design.sizes, "headline", { color: "red;" }))).status).toBe(400);
  });

  it("says what does not fit, is not readable, and leaves the safe zone", async () => {
    const design = await made({ placements: ["story"] });
    const sizes = change(
      change(design.sizes, "headline", {
        text: "كلمة طويلة جدًا ".repeat(7).trim(),
        min_size: 90,
        max_size: 100,
      }),
      "subline",
      { box: { x: 100, y: 20, width: 800, height: 80 } },
    );
    await save(design, change(sizes, "store", { color: "#fefefe" }));
    const { data } = await call(`GET ${path}/${design.id}/sizes/story`, { as: "mer_1" });
    const verdicts = new Map((data as DesignSize).texts.map((verdict) => [verdict.key, verdict]));
    expect(verdicts.get("headline")).toMatchObject({ fits: false, is_safe: true });
    expect(verdicts.get("subline")).toMatchObject({ is_safe: false });
    expect(verdicts.get("store")).toMatchObject({ is_readable: false });
  });

  it("is downloaded in its placement's pixels, and saved in the library once", async () => {
    const design = await made({ placements: ["story", "landscape"] });
    const { app } = harness.server;
    const { rawPayload, headers } = await app.inject({
      method: "GET",
      url: `/${path}/${design.id}/sizes/landscape/file?format=jpeg`,
      headers: { authorization: "Bearer test-session-of-mer_1" },
    });
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: "jpeg", width: 1_200, height: 628 });
    expect(headers["content-disposition"]).toContain("landscape.jpg");
    const keep = async () =>
      (
        await call(`POST ${path}/${design.id}/library`, {
          as: "mer_1",
          body: { placements: design.placements },
        })
      ).data as { items: Media[] };
    const { items } = await keep();
    expect(items.map(({ width, height, mime }) => [width, height, mime])).toEqual([
      [1_080, 1_920, "image/jpeg"],
      [1_200, 628, "image/jpeg"],
    ]);
    expect((await keep()).items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(
      await call(`POST ${path}/${design.id}/library`, { as: "mer_1", body: { placements: ["square"] } }),
    ).toMatchObject({ status: 404 });
  });

  it("is animated, within what the library takes", async () => {
    const design = await made({ placements: ["story"] });
    const { data } = await call(`POST ${path}/${design.id}/library`, {
      as: "mer_1",
      body: { placements: ["story"], format: "gif" },
    });
    const [file] = (data as { items: Media[] }).items;
    expect(file).toMatchObject({ kind: "animated_image", mime: "image/gif", width: 608, height: 1_080 });
    expect(file?.bytes).toBeLessThan(15 * 1_048_576);
    const { rawPayload } = await harness.server.app.inject({
      method: "GET",
      url: `/${path}/${design.id}/sizes/story/file?format=gif`,
      headers: { authorization: "Bearer test-session-of-mer_1" },
    });
    const { pages, delay, loop } = await sharp(rawPayload).metadata();
    expect({ pages, last: delay?.at(-1), loop }).toEqual({ pages: 8, last: 2_600, loop: 0 });
  });

  it("is used in an ad of a new draft, and of one that stands, with the pictures that fit; others' files are not found", async () => {
    const design = await made({ placements: ["story", "square"] });
    const { items } = (
      await call(`POST ${path}/${design.id}/library`, {
        as: "mer_1",
        body: { placements: design.placements },
      })
    ).data as { items: Media[] };
    const place = (body: object, key: string, as = "mer_1") =>
      call(`POST ${path}/${design.id}/draft`, {
        as,
        key,
        body: { media_ids: items.map(({ id }) => id), draft_id: null, ad_key: null, ...body },
      });
    const first = (await place({}, "key-of-the-first")).data as { draft_id: string; without: string[] };
    const { content } = await db.one<{ content: { ad_groups: { ads: object[] }[] } }>(
      sql`select content from campaigns.drafts where id = ${first.draft_id}`,
    );
    expect(content.ad_groups[0]?.ads[0]).toMatchObject({
      media_id: items[0]?.id,
      headline: design.headline,
      product_id: "prd_1",
    });
    expect((await place({}, "key-of-the-first")).data).toEqual(first);
    const again = await place({ draft_id: first.draft_id, media_ids: [items[1]?.id] }, "key-of-the-second");
    expect(again.data).toEqual({ draft_id: first.draft_id, without: [] });
    expect(
      (
        await db.one<{ media_id: string }>(sql`
        select content #>> '{ad_groups,0,ads,0,media_id}' as media_id from campaigns.drafts`)
      ).media_id,
    ).toBe(items[1]?.id);
    expect((await place({ media_ids: ["med_unknown"] }, "key-of-the-third")).status).toBe(404);
    expect((await place({ draft_id: "dft_unknown" }, "key-of-the-fourth")).status).toBe(404);
    expect((await place({ draft_id: first.draft_id, ad_key: "ad-9" }, "key-of-the-fifth")).status).toBe(404);
    expect((await place({}, "key-of-another", "mer_2")).status).toBe(404);
  });

  it("is deleted for good, and its photograph with the last one of its request", async () => {
    const { items } = await create();
    const { picture_key: key } = await db.one<{ picture_key: string }>(
      sql`select picture_key from designer.requests`,
    );
    const remove = (id: string) => call(`DELETE ${path}/${id}`, { as: "mer_1" });
    for (const [index, { id }] of items.entries()) {
      expect(await harness.deps.storage.open(key).then((stream) => stream?.destroy() !== undefined)).toBe(
        true,
      );
      expect((await remove(id)).status).toBe(200);
      expect((await remove(id)).status).toBe(404);
      expect(await db.many(sql`select id from designer.designs`)).toHaveLength(items.length - 1 - index);
    }
    expect(await harness.deps.storage.open(key)).toBeNull();
  });
});
