import { afterAll, beforeEach, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testDb } from "#base/testing/db.ts";
import { listMerchantsWithSpend } from "./list-merchants-with-spend.ts";

const db = await testDb();
beforeEach(() => db.reset());
afterAll(() => db.close());

const period = { from: "2026-11-15" as RiyadhDay, to: "2026-11-21" as RiyadhDay };

async function aDay(merchant: string, day: string, spend: number) {
  await db.run(sql`
    insert into figures.campaigns (campaign_id, merchant_id, platform, ad_account_id, name, status, starts_at, updated_at)
    values (${`cmp_${merchant}`}, ${merchant}, 'snapchat', 'acc_1', 'تمور', 'active', now(), now())
    on conflict do nothing`);
  await db.run(sql`
    insert into figures.merchant_days (merchant_id, day, platform, impressions, clicks, spend_halalas)
    values (${merchant}, ${day}, 'snapchat', 100, 10, ${spend})`);
}

it("lists merchants whose ads spent in the period, page after page", async () => {
  await aDay("mer_1", "2026-11-15", 100);
  await aDay("mer_2", "2026-11-21", 100);
  await aDay("mer_2", "2026-11-20", 100);
  await aDay("mer_3", "2026-11-22", 100);
  await aDay("mer_4", "2026-11-14", 100);
  await aDay("mer_5", "2026-11-18", 0);
  expect(await listMerchantsWithSpend(db, { ...period, after: "", size: 1 })).toEqual(["mer_1"]);
  expect(await listMerchantsWithSpend(db, { ...period, after: "mer_1", size: 9 })).toEqual(["mer_2"]);
});
