import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { aSubscription } from "#modules/billing/testing/stock-builders.ts";
import {
  aModel,
  anAccount,
  aStore,
  listDrafts,
  now,
  openAssistants,
  twoVersions,
} from "../testing/assistants-harness.ts";

const harness = await openAssistants();
const { db, accounts, models, web, plan } = harness;
beforeEach(async () => {
  await db.reset();
  models.length = 0;
  web.pages.clear();
  web.read.length = 0;
  accounts.splice(0, accounts.length, ...(["snapchat", "meta", "tiktok"] as const).map(anAccount));
  await aStore(harness);
  await aSubscription(db, "mer_1", now);
});
afterAll(() => harness.close());

const available = async () => (await harness.countWords()).available;
const latest = async () =>
  (await harness.call("GET Clients/CampaignPlanner/plans/latest", { as: "mer_1" })).data as {
    plan: typeof plan extends () => Promise<infer Made>
      ? Made extends { plan: infer Plan }
        ? Plan
        : never
      : never;
  };

/** Eight weeks on two platforms, the one with three times the sales of the other, and orders of which two thirds went to Riyadh. */
async function someFigures() {
  for (const [platform, sales] of [
    ["snapchat", 30_000],
    ["meta", 10_000],
  ] as const)
    await db.run(sql`
      insert into figures.merchant_days (merchant_id, platform, day, spend_halalas, clicks, orders_delivered, sales_delivered_halalas)
      select 'mer_1', ${platform}, date '2026-11-07' - n, 10000, 50, 1, ${sales} from generate_series(1, 56) n`);
  await db.run(sql`
    insert into figures.city_days (merchant_id, store_id, day, city_key, brought_by, orders_delivered)
    values ('mer_1', 'str_1', '2026-11-01', 'riyadh', 'all', 60), ('mer_1', 'str_1', '2026-11-01', 'jeddah', 'all', 20),
      ('mer_1', 'str_1', '2026-11-01', '', 'all', 10)`);
}

describe("a campaign from a description", () => {
  it("is one draft on three platforms that lacks nothing but pictures, and its words are paid", async () => {
    const before = await available();
    const { status, items, plan: made } = await plan();
    expect(status).toBe(200);
    expect(items.flatMap((item) => (item.kind === "step" ? [item.step] : []))).toEqual([
      "figures",
      "choices",
      "texts",
      "draft",
    ]);
    expect(made).toMatchObject({
      status: "done",
      engine: "built_in",
      result: {
        choices: {
          audience: { gender: "female", reasons: [{ kind: "described" }] },
          places: { cities: [{ key: "riyadh" }, { key: "jeddah" }] },
          budget: { daily_halalas: 50_000, days: 7 },
        },
      },
    });
    expect(made.result?.texts).toHaveLength(3);
    expect(made.result?.left.filter(({ field }) => !field.endsWith("media_id"))).toEqual([]);
    const [draft, ...others] = await listDrafts(db);
    expect(others).toEqual([]);
    expect(draft?.id).toBe(made.result?.draft_id);
    expect(Object.keys(draft?.content.platforms ?? {}).sort()).toEqual(["meta", "snapchat", "tiktok"]);
    expect(draft?.content.campaign).toMatchObject({
      daily_budget_halalas: 50_000,
      landing_url: "https://lylak.sa/p/1",
      ends_at: "2026-11-28T09:00:00.000Z",
    });
    expect(before - (await available())).toBe(made.words);
    expect(await harness.dayWords()).toBe(made.words);
  });

  it("without records says that its choices are defaults, and forecasts nothing", async () => {
    const { plan: made } = await plan({ description: "عباية كريب" });
    const { audience, places, split } = made.result?.choices ?? {};
    expect(audience?.reasons).toEqual([{ kind: "audience_default" }]);
    expect(places).toEqual({ cities: [], reasons: [{ kind: "places_default", orders: 0, days: 90 }] });
    expect(split?.reasons[0]?.kind).toBe("split_default");
    expect(made.result?.expected).toBeNull();
  });

  it("is chosen by the merchant's delivered orders, and shows its shares in the draft", async () => {
    await someFigures();
    const { plan: made } = await plan({ description: "عباية كريب", platforms: ["snapchat", "meta"] });
    expect(made.result?.choices).toMatchObject({
      places: {
        cities: [{ key: "riyadh" }],
        reasons: [{ kind: "cities_share", percent: 67, orders: 90, days: 90 }],
      },
      split: {
        parts: [
          { platform: "snapchat", share: 6_250, measured: { roas: 3, orders: 56, spend_halalas: 560_000 } },
          { platform: "meta", share: 3_750, measured: { roas: 1, orders: 56 } },
        ],
      },
    });
    expect(made.result?.choices.budget.reasons).toContainEqual({
      kind: "cost_per_order",
      amount_halalas: 10_000,
      orders: 112,
      days: 90,
    });
    expect(made.result?.expected?.basis).toEqual({ weeks: 8, orders: 112, spend_halalas: 1_120_000 });
    const [draft] = await listDrafts(db);
    expect(draft?.content.platforms.snapchat?.own.budget_share).toBe(6_250);
  });

  it("is made and paid once for a key, and stands again after a reload", async () => {
    const first = await plan({ request_key: "key-of-a-plan" });
    const words = await available();
    const again = await plan({ request_key: "key-of-a-plan" });
    expect(again.items).toEqual([{ kind: "finished", plan: first.plan }]);
    expect(await available()).toBe(words);
    expect(await listDrafts(db)).toHaveLength(1);
    expect((await latest()).plan).toEqual(first.plan);
    expect((await plan({ request_key: "key-of-a-plan", description: "شيء آخر" })).code).toBe(
      "assistants.request_key_used",
    );
  });

  it("has other texts for another seed, and the same for the same", async () => {
    await plan();
    await plan();
    await plan({ seed: 7 });
    const texts = (await listDrafts(db)).map(({ content }) => JSON.stringify(content.ad_groups));
    expect(new Set(texts).size).toBe(2);
  });

  it("says no price that was lowered, for which a licence would be needed", async () => {
    const { plan: made } = await plan({ description: "عباية كريب عليها خصم وتخفيض" });
    expect(made.result?.discount_left_out).toBe(true);
    const [draft] = await listDrafts(db);
    expect(JSON.stringify(draft?.content.ad_groups)).not.toMatch(/299|خصم|تخفيض/);
  });

  it("is made of a product whose own name needs a licence; the form asks for it", async () => {
    await db.run(sql`update stores.products set name = 'تخفيضات 50% عباية'`);
    const { plan: made } = await plan({ description: "عباية" });
    expect(made.result?.texts.length).toBeGreaterThan(0);
  });

  it.each([
    [{ platforms: ["x"] }, "assistants.platform_not_linked", "platforms"],
    [{ description: " " }, undefined, "description"],
    [{ has_landing_page: null }, "assistants.landing_page_not_stated", "has_landing_page"],
    [{ product_id: null }, "assistants.page_url_missing", "page_url"],
    [{ page_url: "javascript:alert(1)" }, "campaigns.link_not_valid", "page_url"],
    [{ page_url: "https://elsewhere.example/p" }, "campaigns.link_outside_store", "page_url"],
    [{ phone: "0112345678" }, "assistants.phone_not_valid", "phone"],
  ])("is refused on its field with %j, and costs nothing", async (body, code, field) => {
    const before = await available();
    const refused = await plan(body);
    expect(refused.fields).toEqual([field]);
    if (code) expect(refused.code).toBe(code);
    expect(await available()).toBe(before);
    expect(await listDrafts(db)).toEqual([]);
    expect(web.read).toEqual([]);
  });

  it("is not begun without a subscription", async () => {
    await db.reset();
    await aStore(harness);
    expect((await plan()).code).toBe("assistants.not_subscribed");
    expect((await latest()).plan).toBeNull();
  });
});

describe("a page that is advertised without a product", () => {
  const page_url = "https://lylak.sa/offers/henna";
  const request = { product_id: null, page_url, description: "باقة حناء للعروس" };

  it("gives its title, price and picture, and the ads lead to it", async () => {
    web.pages.set(page_url, {
      title: "باقة حناء العروس",
      description: "نقش يدوي",
      priceHalalas: 19_900,
      pictures: ["https://cdn.example/henna.jpg"],
    });
    const { items, plan: made } = await plan(request);
    expect(items.some((item) => item.kind === "step" && item.step === "page")).toBe(true);
    expect(made.picture_url).toBe("https://cdn.example/henna.jpg");
    expect(made.result?.choices.product.name).toBe("باقة حناء العروس");
    const [draft] = await listDrafts(db);
    expect(draft?.content.campaign).toMatchObject({ landing_url: page_url, store_id: "str_1" });
    expect(draft?.content.ad_groups[0]?.ads[0]).toMatchObject({ target_url: page_url, product_id: null });
    expect(web.read).toEqual([page_url]);
  });

  it("that cannot be read is said on its field, and costs nothing", async () => {
    const before = await available();
    const refused = await plan(request);
    expect([refused.code, refused.fields]).toEqual(["assistants.page_not_read", ["page_url"]]);
    expect(await available()).toBe(before);
    expect((await latest()).plan).toMatchObject({ status: "failed", result: null });
  });

  it("is not read where a product is chosen: the ads lead there alone", async () => {
    await plan({ page_url });
    expect(web.read).toEqual([]);
    const [draft] = await listDrafts(db);
    expect(draft?.content.campaign.landing_url).toBe(page_url);
  });
});

describe("a plan whose texts a model writes", () => {
  const reading = { gender: "all", is_gift: false, cities: [], daily_budget_sar: null, days: null };
  const understood = { pieces: [JSON.stringify(reading)] };

  it("has what the model understood where the tables found nothing, with its name as the reason", async () => {
    const said = { ...reading, gender: "female", cities: ["الرياض"], daily_budget_sar: 400 };
    const model = aModel("GPT-5 mini", { pieces: [JSON.stringify(said)] }, { pieces: [twoVersions] });
    models.push(model);
    const { plan: made } = await plan({ description: "عباية لأمهات الرياض، أربع مئة ريال كل يوم" });
    const why = [{ kind: "read_by_model", engine: "GPT-5 mini" }];
    expect(made.result?.choices).toMatchObject({
      audience: { gender: "female", reasons: why },
      places: { cities: [{ key: "riyadh" }], reasons: why },
      budget: { daily_halalas: 40_000 },
    });
    const [row] = await db.many<{ input_tokens: number }>(sql`select input_tokens from assistants.plans`);
    expect(row?.input_tokens).toBe(200);
  });

  it("has the model's texts, and names it", async () => {
    models.push(
      aModel("GPT-5 mini", understood, { pieces: [twoVersions.slice(0, 40), twoVersions.slice(40)] }),
    );
    const { items, plan: made } = await plan();
    expect(items.some(({ kind }) => kind === "delta")).toBe(true);
    expect(made.engine).toBe("GPT-5 mini");
    expect(made.result?.texts[0]).toEqual({ headline: "عباية ليلك", text: "من دوامك لعزيمتك بـ249 ريال." });
  });

  it("is asked once more after an unusable answer, and is then written by the built-in engine", async () => {
    const unusable = { pieces: ["I cannot do that"] };
    const model = aModel("GPT-5 mini", unusable, { pieces: ["[]"] }, unusable, { pieces: ["[]"] });
    models.push(model);
    const { items, plan: made } = await plan();
    expect(model.requests).toHaveLength(4);
    expect(items).toContainEqual({ kind: "restarted", engine: "built_in" });
    expect(made.engine).toBe("built_in");
  });

  it("leaves out texts for which a licence would be needed", async () => {
    const versions = { versions: [{ headline: "خصم 50%", body: "خصم كبير على كل شيء" }] };
    models.push(aModel("GPT-5 mini", understood, { pieces: [JSON.stringify(versions)] }));
    const { plan: made } = await plan();
    expect(made.engine).toBe("built_in");
    expect(JSON.stringify(made.result?.texts)).not.toContain("خصم");
  });

  it("that is stopped keeps nothing and costs nothing", async () => {
    const before = await available();
    models.push(
      aModel("GPT-5 mini", understood, {
        pieces: [twoVersions.slice(0, 40), twoVersions.slice(40)],
        beforeNext: async () => {
          const { plan: making } = await latest();
          expect(making).toMatchObject({ status: "planning", steps: ["figures", "choices"] });
          await harness.call(`POST Clients/CampaignPlanner/plans/${making?.id}/stop`, { as: "mer_1" });
        },
      }),
    );
    const { plan: made, items } = await plan();
    expect(made).toBeUndefined();
    expect(items.at(-1)?.kind).not.toBe("finished");
    expect((await latest()).plan).toMatchObject({ status: "stopped", result: null });
    expect(await available()).toBe(before);
    expect(await listDrafts(db)).toEqual([]);
  });
});
