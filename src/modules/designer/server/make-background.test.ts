import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { aSubscription } from "#modules/billing/testing/stock-builders.ts";
import type { DesignDetails, DesignSize, DesignSummary } from "../contract/design-shapes.ts";
import { aRequest, aStore, now, openDesigner } from "../testing/designer-harness.ts";
import type { PictureModel, PictureRequest } from "./picture-model.port.ts";

const harness = await openDesigner();
const { db, call, pictureModels } = harness;
beforeEach(async () => {
  await db.reset();
  pictureModels.splice(0);
  await aStore(harness);
  await aSubscription(db, "mer_1", now);
});
afterAll(() => harness.close());

const base = "Clients/DigitalDesigner";

/** A picture model that draws half light, half dark, or fails. */
function aModel(fault?: Error) {
  const requests: PictureRequest[] = [];
  const model: PictureModel = {
    name: "A",
    pictureMicroSar: 150_000,
    async generate(request) {
      requests.push(request);
      if (fault) throw fault;
      const half = Buffer.from(`<svg width="512" height="512"><rect width="512" height="512"/></svg>`);
      return sharp({ create: { width: 1_024, height: 1_024, channels: 3, background: "#ffffff" } })
        .composite([{ input: half, left: 0, top: 0 }])
        .png()
        .toBuffer();
    },
  };
  return Object.assign(model, { requests });
}

async function design(more: object = {}) {
  const body = aRequest({ background: "كثبان عند الغروب", ...more });
  const { status, data, envelope } = await call(`POST ${base}/designs`, { as: "mer_1", body });
  return {
    status,
    body,
    items: (data as { items?: DesignSummary[] } | null)?.items ?? [],
    code: (envelope as { code?: string }).code,
  };
}
const open = async (id: string) =>
  (await call(`GET ${base}/designs/${id}`, { as: "mer_1" })).data as DesignDetails;
const dayBackgrounds = async () =>
  (await db.maybeOne<{ backgrounds: number }>(sql`select backgrounds from designer.background_days`))
    ?.backgrounds ?? 0;

describe("a background from a description", () => {
  it("stands behind every design, as faint as its texts need, and counts as one more picture", async () => {
    const model = aModel();
    pictureModels.push(model);
    const before = (await harness.countPictures()).available;
    const { status, items } = await design();
    expect(status).toBe(200);
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]).toMatchObject({
      shape: "square",
      prompt: expect.stringContaining("No text at all"),
    });
    expect(before - (await harness.countPictures()).available).toBe(4);
    for (const { id } of items) {
      const layers = (await open(id)).sizes.square ?? [];
      expect(layers.slice(0, 2).map(({ key }) => key)).toEqual(["background", "backdrop"]);
      const { data } = await call(`GET ${base}/designs/${id}/sizes/square`, { as: "mer_1" });
      expect((data as DesignSize).texts.every(({ is_readable }) => is_readable)).toBe(true);
    }
    expect(
      await db.one(sql`select backgrounds, cost_micro_sar::int as cost from designer.background_days`),
    ).toEqual({
      backgrounds: 1,
      cost: 150_000,
    });
  });

  it("is drawn into the picture, and hidden by hand", async () => {
    pictureModels.push(aModel());
    const { items } = await design();
    const saved = await open(items[0]?.id ?? "");
    const read = async () => (await harness.open((await open(saved.id)).preview_url)).bytes;
    const shown = await read();
    const hidden = (saved.sizes.square ?? []).map((layer) =>
      layer.key === "backdrop" ? { ...layer, is_hidden: true } : layer,
    );
    const body = { version: saved.version, sizes: { square: hidden } };
    expect((await call(`PUT ${base}/designs/${saved.id}`, { as: "mer_1", body })).status).toBe(200);
    expect((await read()).equals(shown)).toBe(false);
  });

  it("that the same request asks for again is not drawn and paid twice", async () => {
    const model = aModel();
    pictureModels.push(model);
    const { body } = await design();
    const left = (await harness.countPictures()).available;
    expect((await call(`POST ${base}/designs`, { as: "mer_1", body })).status).toBe(200);
    expect(model.requests).toHaveLength(1);
    expect((await harness.countPictures()).available).toBe(left);
  });

  it.each([
    ["refuses", () => new AdapterFault("rejected", { reason: "no", messageKey: "designer:x" }), 422],
    ["is down", () => new AdapterFault("later", { reason: "down" }), 503],
  ])("costs nothing where the model %s", async (_, fault, status) => {
    pictureModels.push(aModel(fault()));
    const before = await harness.countPictures();
    expect((await design()).status).toBe(status);
    expect(await harness.countPictures()).toEqual(before);
    expect(await dayBackgrounds()).toBe(0);
  });

  it("comes from the next endpoint where the first is down, and not where moderation refused", async () => {
    const second = aModel();
    pictureModels.push(aModel(new AdapterFault("later", { reason: "down" })), second);
    expect((await design()).status).toBe(200);
    pictureModels.splice(
      0,
      1,
      aModel(new AdapterFault("rejected", { reason: "no", messageKey: "designer:x" })),
    );
    expect((await design()).code).toBe("designer.background_refused");
    expect(second.requests).toHaveLength(1);
  });

  it("is refused above the day's ceiling and without a model, and nothing is asked for without a description", async () => {
    expect((await design()).code).toBe("designer.backgrounds_not_offered");
    const model = aModel();
    pictureModels.push(model);
    await db.run(
      sql`insert into designer.background_days (merchant_id, day, backgrounds) values ('mer_1', '2026-11-21', 3)`,
    );
    expect((await design()).code).toBe("designer.daily_backgrounds_used_up");
    expect((await design({ background: "" })).status).toBe(200);
    expect(model.requests).toHaveLength(0);
  });

  it("goes with the last design that carries it", async () => {
    pictureModels.push(aModel());
    const { items } = await design();
    const { background_key: key } = await db.one<{ background_key: string }>(
      sql`select background_key from designer.requests`,
    );
    expect(await harness.deps.storage.open(key)).not.toBeNull();
    for (const { id } of items) await call(`DELETE ${base}/designs/${id}`, { as: "mer_1" });
    expect(await harness.deps.storage.open(key)).toBeNull();
  });
});
