import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { Template } from "../contract/plans.calls.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(async () => {
  await testApp.server.app.close();
  await testApp.db.close();
});

async function list(as?: string): Promise<Template[]> {
  const answer: { items: Template[] } = (await testApp.act("GET Clients/Plans/templates", undefined, as))
    .data;
  return answer.items;
}

/** What the roll-up of the figures has for a day of a campaign: 300 riyals spent, one order delivered. */
const sold = (campaignId: string, day: string, sales: number) =>
  testApp.db.run(sql`
    insert into figures.campaign_days
      (merchant_id, day, campaign_id, spend_halalas, orders_delivered, sales_delivered_halalas)
    values ('mer_1', ${day}, ${campaignId}, 30000, 1, ${sales})`);

it("a merchant starts from what sold best in the last 90 days, and sees no one else's", async () => {
  const good = await testApp.aCampaign({ name: "جيدة" });
  const best = await testApp.aCampaign({ name: "الأفضل" });
  const old = await testApp.aCampaign({ name: "قديمة" });
  await testApp.aCampaign({ name: "بلا أرقام" });
  await sold(good.id, "2026-11-20", 900_00);
  await sold(best.id, "2026-08-24", 1_500_00);
  await sold(old.id, "2026-08-23", 9_000_00);
  expect(await list()).toEqual([
    {
      plan_id: best.plan_id,
      name: "الأفضل",
      platforms: ["snapchat"],
      spend_halalas: 300_00,
      orders_delivered: 1,
      sales_delivered_halalas: 1_500_00,
    },
    expect.objectContaining({ plan_id: good.plan_id }),
  ]);
  expect(await list("mer_2")).toEqual([]);
});
