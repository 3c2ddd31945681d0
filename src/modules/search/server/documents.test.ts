import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { openTestApp, type TestApp } from "#modules/campaigns/testing/test-app.ts";
import { findDocuments } from "./find-documents.ts";

/** What is written by the modules that own it, as the database keeps it for the search. */

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.db.close());
beforeEach(() => app.reset());

const list = async (): Promise<string[]> => {
  const rows = await app.db.many<{ kind: string; title: string }>(
    sql`select kind, title from search.documents order by kind, title`,
  );
  return rows.map(({ kind, title }) => `${kind}: ${title}`);
};

describe("the documents", () => {
  it("of a campaign, its ad groups and its ads come, change and go with it", async () => {
    const campaign = await app.aCampaign({ name: "تمور الموسم" });
    expect(await list()).toEqual(["ad: صورة التمر", "ad_group: الرياض، نساء", "campaign: تمور الموسم"]);
    await app.act(`PATCH Clients/Campaigns/${campaign.id}`, { name: "تمور العيد" });
    await app.act(`PATCH Clients/AdGroups/${campaign.ad_groups[0]?.id}`, { name: "جدة" });
    expect(await list()).toEqual(["ad: صورة التمر", "ad_group: جدة", "campaign: تمور العيد"]);
    await app.act(`DELETE Clients/Campaigns/${campaign.id}`);
    expect(await list()).toEqual([]);
  });

  it("of products follow their names and go when the store no longer has them", async () => {
    await app.db.run(sql`
      insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
      values ('sto_1', 'mer_1', 'salla', '1', 'نخلة', 'https://nakhla.example', 'nakhla.example', 'SAR', 'connected', now())`);
    await app.db.run(sql`
      insert into stores.products (id, store_id, merchant_id, external_id, sku, name, search_text, price_halalas,
        regular_price_halalas, currency, status, read_at)
      values ('prd_1', 'sto_1', 'mer_1', '1', 'AJ-1', 'عجوة', 'عجوه', 9900, 9900, 'SAR', 'on_sale', now())`);
    expect(await list()).toEqual(["product: عجوة"]);
    await app.db.run(sql`update stores.products set name = 'عجوة فاخرة', quantity = 3`);
    expect(await list()).toEqual(["product: عجوة فاخرة"]);
    await app.db.run(sql`update stores.products set status = 'gone'`);
    expect(await list()).toEqual([]);
    await app.db.run(sql`update stores.products set status = 'on_sale'`);
    await app.db.run(sql`delete from stores.products`);
    expect(await list()).toEqual([]);
  });

  it("of consultations are there while they are offered, and those of their orders until these are hidden", async () => {
    await app.db.run(sql`
      insert into consultations.consultations (id, number, title_ar, title_en, outcome_ar, outcome_en, price_halalas, minutes,
        consultant_id, scheduling_url, questions, is_active, position, created_at, updated_at)
      values ('con_1', 1, 'مراجعة حملاتك', 'A review of your campaigns', '', '', 10000, 30, 'stf_1', '', '[]', true, 1, now(), now())`);
    expect(await list()).toEqual(["consultation: مراجعة حملاتك"]);
    await app.db.run(sql`update consultations.consultations set is_active = false`);
    expect(await list()).toEqual([]);
  });

  it("of landing pages and of the merchant's files follow theirs", async () => {
    await app.db.run(sql`
      insert into landing_pages.pages (merchant_id, id, slug, language, product_id, product_name, headline, introduction,
        blocks, colors, status, created_at, updated_at)
      values ('mer_1', 'lpg_1', 'abaya-1', 'ar', 'prd_1', 'عباية ليلك', '', '', '[]', '{}', 'draft', now(), now())`);
    await app.db.run(sql`
      insert into creative.media (id, merchant_id, kind, mime, file_name, bytes, width, height, sha256, storage_key,
        thumbnail_key, created_at, name_folded)
      values ('med_9', 'mer_1', 'image', 'image/png', 'عباية.png', 9, 9, 9, repeat('0', 64), 'x', 'x', now(), 'عبايه.png')`);
    expect(await list()).toEqual(["landing_page: عباية ليلك", "media: عباية.png"]);
    await app.db.run(sql`update landing_pages.pages set headline = 'عباية لكل يوم'`);
    await app.db.run(sql`delete from creative.media`);
    expect(await list()).toEqual(["landing_page: عباية لكل يوم"]);
  });

  it("of a report of one's own name its member while it is not shared, and go with it", async () => {
    await app.db.run(sql`
      insert into reports.custom_reports (merchant_id, id, member_id, name, definition, is_shared, created_at, updated_at)
      values ('mer_1', 'rep_1', 'mem_1', 'مبيعات جدة', '{}', false, now(), now())`);
    const parents = () =>
      app.db.many(sql`select title, parent_id from search.documents where kind = 'report' order by id`);
    expect(await parents()).toEqual([{ title: "مبيعات جدة", parent_id: "mem_1" }]);
    const find = async (memberId: string | null) => {
      const query = { q: "مبيعات", kinds: ["report"] as const, size: 5, memberId };
      return (await findDocuments(testContext(app.db, "mer_1"), query)).length;
    };
    expect([await find("mem_1"), await find("mem_2"), await find(null)]).toEqual([1, 0, 0]);
    await app.db.run(sql`update reports.custom_reports set is_shared = true, name = 'مبيعات الرياض'`);
    expect(await parents()).toEqual([{ title: "مبيعات الرياض", parent_id: null }]);
    expect(await find("mem_2")).toBe(1);
    await app.db.run(sql`delete from reports.custom_reports`);
    expect(await parents()).toEqual([]);
  });
});
