import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { HeldAbility } from "#base/shared/abilities.ts";
import { fold } from "#base/shared/fold.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { openTestApp, type TestApp } from "#modules/campaigns/testing/test-app.ts";
import type { WordedNotification } from "#modules/notifications/server/notifications.facade.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { SearchKind } from "../contract/search-kinds.ts";
import { searchEverything } from "./search-everything.ts";

let app: TestApp;
const all: readonly HeldAbility[] = [{ subject: "all", action: "manage" }];
const entries: Record<number, object> = {};
const alerts: { id: string; sentence: string }[] = [];
const notifications: WordedNotification[] = [];
const helpPages = [{ slug: "wallet-and-deposit", title: "المحفظة والشحن", summary: "كيف تشحن" }];

beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.db.close());
beforeEach(() => {
  alerts.length = 0;
  notifications.length = 0;
  return app.db.reset();
});

type Options = { kind?: SearchKind; abilities?: readonly HeldAbility[]; merchantId?: string };

async function search(q: string, { kind, abilities = all, merchantId = "mer_1" }: Options = {}) {
  const run = searchEverything({
    stores: makeStoresFacade(),
    help: { searchHelp: (typed) => helpPages.filter(({ title }) => fold(title).includes(typed)) },
    wallet: { findEntry: async (_ctx, { number }) => entries[number] as never },
    rules: { listCommunicationRules: async () => alerts },
    notifications: { listWorded: async () => notifications },
  });
  const found = await run(testContext(app.db, merchantId), {
    q,
    kind,
    person: { personId: merchantId, abilities },
    language: "ar",
  });
  return {
    ...found,
    titles: found.groups.flatMap((group) => group.items.map(({ title }) => `${group.kind}: ${title}`)),
  };
}

let made = 0;
type Document = { kind?: string; merchantId?: string; detail?: string; at?: string };
async function addDocument(
  title: string,
  { kind = "campaign", merchantId = "mer_1", ...rest }: Document = {},
) {
  made += 1;
  const id = `doc_${made}`;
  const at = rest.at ?? "2026-11-01T00:00:00Z";
  await app.db.run(sql`
    insert into search.documents (merchant_id, kind, id, title, detail, created_at)
    values (${merchantId}, ${kind}, ${id}, ${title}, ${rest.detail ?? ""}, ${at}::timestamptz)`);
  return id;
}

describe("words", () => {
  it("are found however they are written: alef, ya, ta marbuta, signs, the stretching line and both digits", async () => {
    await addDocument("إعلان هديّة العيـــد ٢٠٢٦");
    for (const q of ["اعلان", "أعلان", "هديه", "هدية العيد", "العيد 2026", "٢٠٢٦ اعلان", "ديه"])
      expect((await search(q)).titles, q).toEqual(["campaign: إعلان هديّة العيـــد ٢٠٢٦"]);
    expect((await search("عطور")).groups).toEqual([]);
  });

  it("are folded by the database as by the product", async () => {
    const signs = [..."أإآٱىيئیؤوةهكک٠١٩۰۱۹ـًّ", "é", "É", " ", "\u00a0", "x", "X", "ﷺ", "ﻻ", "½"];
    const text = fc.array(fc.constantFrom(...signs), { maxLength: 30 }).map((parts) => parts.join(""));
    const texts = fc.sample(text, 200).map((one) => one.replaceAll("É", "E"));
    const rows = await app.db.many<{ folded: string }>(
      sql`select search.fold(text) as folded from unnest(${texts}::text[]) with ordinality as given (text, place) order by place`,
    );
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(fold));
  });

  it("are found when one letter of each is wrong, and the answer says that it was corrected", async () => {
    await addDocument("حملة رمضان الكبرى");
    await addDocument("حملة العيد");
    for (const q of ["رمظان", "حملة رمظان", "رمضن", "رمضاان", "الكبري", "كبرا رمضان"]) {
      const found = await search(q);
      expect(found.titles, q).toEqual(["campaign: حملة رمضان الكبرى"]);
      expect(found.is_corrected, q).toBe(q !== "الكبري");
    }
    await addDocument("رمظان");
    expect(await search("رمظان")).toMatchObject({ titles: ["campaign: رمظان"], is_corrected: false });
  });

  it("with signs that have a meaning for the database stand for themselves", async () => {
    await addDocument("خصم 50% على الكل");
    await addDocument("خصم 500 ريال");
    expect((await search("50%")).titles).toEqual(["campaign: خصم 50% على الكل"]);
    expect((await search("_")).titles).toEqual([]);
    expect((await search("\\")).titles).toEqual([]);
  });
});

describe("what is found", () => {
  it("stands in the order of its kinds, the whole title first, then its beginning, then a word's, the newest first", async () => {
    await addDocument("عرض تمور المدينة");
    await addDocument("تمور فاخرة", { at: "2026-10-01T00:00:00Z" });
    await addDocument("تمور خلاص", { at: "2026-10-02T00:00:00Z" });
    await addDocument("تمور");
    await addDocument("تمور العجوة", { kind: "product", detail: "SKU-77" });
    expect((await search("تمور")).titles).toEqual([
      "campaign: تمور",
      "campaign: تمور خلاص",
      "campaign: تمور فاخرة",
      "campaign: عرض تمور المدينة",
      "product: تمور العجوة",
    ]);
    expect((await search("sku-77")).titles).toEqual(["product: تمور العجوة"]);
  });

  it("is five of each kind, and thirty of one kind alone", async () => {
    for (let number = 1; number <= 32; number += 1) await addDocument(`حملة ${number}`);
    const [group] = (await search("حملة")).groups;
    expect([group?.items.length, group?.has_more]).toEqual([5, true]);
    const [alone] = (await search("حملة", { kind: "campaign" })).groups;
    expect([alone?.items.length, alone?.has_more]).toEqual([30, true]);
    expect((await search("حملة", { kind: "rule" })).groups).toEqual([]);
  });

  it("includes what is older than the newest five hundred of its kind", async () => {
    await addDocument("جوارب صوف", { at: "2020-01-01T00:00:00Z" });
    await app.db.run(sql`
      insert into search.documents (merchant_id, kind, id, title, detail, created_at)
      select 'mer_1', 'campaign', 'many_' || n, 'حملة ' || n, '', now() from generate_series(1, 600) n`);
    expect((await search("جوارب")).titles).toEqual(["campaign: جوارب صوف"]);
  });

  it("is one's own and what all merchants see, never another merchant's", async () => {
    await addDocument("سر المنافس", { merchantId: "mer_2" });
    await addDocument("سر الإعلان الناجح", { merchantId: "", kind: "library_row" });
    expect((await search("سر")).titles).toEqual(["library_row: سر الإعلان الناجح"]);
    expect((await search("المنافص")).titles).toEqual([]);
    expect((await search("سر", { merchantId: "mer_2" })).titles).toContain("campaign: سر المنافس");
  });

  it("is only what this person may see", async () => {
    await addDocument("تمور");
    await addDocument("تمور", { kind: "invoice" });
    entries[12] = { line_no: 12, amount_halalas: 100, business_day: "2026-11-01", reference_title: null };
    const viewer = { abilities: [{ subject: "campaign", action: "read" }] };
    expect((await search("تمور", viewer)).titles).toEqual(["campaign: تمور"]);
    expect((await search("12", viewer)).titles).toEqual([]);
    expect((await search("#١٢")).titles).toEqual(["transaction: 12"]);
  });

  it("are alert rules and notifications by the words that their reader sees, also nearly spelt", async () => {
    alerts.push({ id: "cru_1", sentence: "إذا انخفضت المبيعات بنسبة \u206620%\u2069 أو أكثر." });
    const shared = { path: "/campaigns/cmp_1", day: toRiyadhDay(new Date("2026-11-20T22:00:00Z")) };
    notifications.push(
      { ...shared, id: "ntf_1", heading: "أُوقفت حملة: تمور العيد", meaning: "حدّ الصرف بلغ 340 ريالًا." },
      { ...shared, id: "ntf_2", heading: "رُبط متجر", meaning: "" },
    );
    expect((await search("انخفضت 20%")).titles).toEqual([
      "communication_rule: إذا انخفضت المبيعات بنسبة 20% أو أكثر.",
    ]);
    const { groups, is_corrected } = await search("٣٤٠ اوقفت");
    expect(is_corrected).toBe(false);
    expect(groups).toMatchObject([
      { kind: "notification", items: [{ id: "ntf_1", path: "/campaigns/cmp_1", day: "2026-11-21" }] },
    ]);
    expect(await search("المبيعاث")).toMatchObject({
      is_corrected: true,
      groups: [{ kind: "communication_rule" }],
    });
    const viewer = { abilities: [{ subject: "campaign", action: "read" }] };
    expect((await search("اوقفت", viewer)).titles).toEqual([]);
  });

  it("are orders by the beginning of their numbers, with or without the sign", async () => {
    await app.db.run(sql`
      insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
      values ('sto_1', 'mer_1', 'salla', '1', 'متجر ليلك', 'https://lylak.sa', 'lylak.sa', 'SAR', 'connected', now())`);
    for (const reference of ["#1024", "10245", "A-77", "2024"])
      await app.db.run(sql`
        insert into stores.orders (id, store_id, merchant_id, external_id, reference, placed_at, status, vendor_status,
          payment_method, is_cod, currency, total_halalas, listed_total, refunded_halalas, utm, coupon_codes, read_at)
        values (${reference}, 'sto_1', 'mer_1', ${reference}, ${reference}, '2026-11-20T22:00:00Z', 'placed', 'new',
          'mada', false, 'SAR', 9900, 9900, 0, '{}', '{}', now())`);
    const found = await search("#١٠٢٤");
    expect(found.titles).toEqual(["order: #1024", "order: 10245"]);
    expect(found.groups[0]?.items[0]).toMatchObject({
      amount_halalas: 9900,
      day: "2026-11-21",
      detail: "متجر ليلك",
    });
    expect((await search("a-7")).titles).toEqual(["order: A-77"]);
    expect((await search("1024", { merchantId: "mer_2" })).titles).toEqual([]);
  });
});
