import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { aSubscription } from "#modules/billing/testing/stock-builders.ts";
import type { DesignDetails, DesignSummary } from "../contract/design-shapes.ts";
import { aRequest, aStore, now, openDesigner } from "../testing/designer-harness.ts";

const harness = await openDesigner();
const { db, call } = harness;
let designs: DesignSummary[];
beforeEach(async () => {
  await db.reset();
  await aStore(harness);
  await aSubscription(db, "mer_1", now);
  const { data } = await call(`POST ${base}/designs`, { as: "mer_1", body: aRequest() });
  designs = (data as { items: DesignSummary[] }).items;
});
afterAll(() => harness.close());

const base = "Clients/DigitalDesigner";
type Answer = { change_id: string | null; understood: object[]; items: DesignSummary[] };

const say = async (sentence: string, as = "mer_1") => {
  const name = `POST ${base}/requests/${designs[0]?.request_id}/changes`;
  const { status, data, envelope } = await call(name, { as, body: { sentence } });
  return { status, answer: data as Answer, code: (envelope as { code?: string }).code };
};
const undo = (id: string | null) => call(`POST ${base}/changes/${id}/undo`, { as: "mer_1" });
const open = async (index = 0) =>
  (await call(`GET ${base}/designs/${designs[index]?.id}`, { as: "mer_1" })).data as DesignDetails;

describe("a sentence", () => {
  it("changes every design of the request, says what it understood, and costs nothing", async () => {
    const before = await harness.countPictures();
    const { answer } = await say("كبّر السعر وبدون اسم المتجر، لليوم الوطني");
    expect(answer.understood).toEqual([
      { kind: "size", part: "price", step: "bigger" },
      { kind: "shown", part: "store", is_hidden: true },
      { kind: "season", season: "national_day" },
    ]);
    expect(answer.items.map(({ version }) => version)).toEqual([2, 2, 2]);
    for (const index of [0, 1, 2]) {
      const { sizes } = await open(index);
      expect(sizes.square?.find(({ key }) => key === "store")?.is_hidden).toBe(true);
    }
    expect(await harness.countPictures()).toEqual(before);
    // Its pictures are drawn anew.
    expect((await harness.open(answer.items[0]?.preview_url ?? "")).status).toBe(200);
  });

  it("is undone once, and the designs are what they were", async () => {
    const before = await open();
    const { answer } = await say("make the background darker and add story");
    expect((await open()).placements).toEqual(["square", "story"]);
    expect((await undo(answer.change_id)).status).toBe(200);
    expect((await undo(answer.change_id)).status).toBe(200);
    const { sizes, placements, version } = await open();
    expect({ sizes, placements }).toEqual({ sizes: before.sizes, placements: before.placements });
    expect(version).toBe(3);
  });

  it("that was followed by an edit of every design is not undone", async () => {
    const { answer } = await say("bigger price");
    await say("smaller price");
    expect((await undo(answer.change_id)).status).toBe(409);
  });

  it("that is not understood changes nothing", async () => {
    const { answer } = await say("شكرًا لكم");
    expect(answer).toEqual({ change_id: null, understood: [], items: [] });
    expect((await open()).version).toBe(1);
  });

  it("with a phrase that the brand never writes is refused", async () => {
    const body = { colors: null, font: null, phrases: ["الأفضل"] };
    await call(`PUT ${base}/brand-kit`, { as: "mer_1", body });
    expect((await say("اكتب «الأفضل في جدة»")).code).toBe("designer.phrase_refused");
    expect((await open()).version).toBe(1);
  });

  it("over another merchant's designs is not found", async () => {
    expect((await say("bigger price", "mer_2")).status).toBe(404);
  });
});
