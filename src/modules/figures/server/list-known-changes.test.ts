import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { testDb } from "#base/testing/db.ts";
import { listKnownChanges } from "./list-known-changes.ts";

const db = await testDb();
beforeEach(() => db.reset());
afterAll(() => db.close());

type Fact = {
  ad?: string;
  source?: string;
  day?: string;
  knownAt: string;
  spend?: number;
  delivered?: number;
};

const record = ({
  ad = "ad_1",
  source = "platform",
  day = "2026-11-10",
  knownAt,
  spend = 0,
  delivered = 0,
}: Fact) =>
  db.run(sql`
    insert into figures.ad_facts (merchant_id, campaign_id, ad_id, day, source, known_at, spend_halalas,
      sales_delivered_halalas, clicks)
    values ('mer_1', 'cmp_1', ${ad}, ${day}, ${source}, ${new Date(knownAt)}, ${spend}, ${delivered}, ${spend / 100})`);

const list = () =>
  listKnownChanges(testContext(db, "mer_1", new Date("2026-11-22T09:00:00Z")), {
    campaignIds: ["cmp_1"],
    from: "2026-11-01" as RiyadhDay,
    to: "2026-11-21" as RiyadhDay,
  });

describe("a campaign's days as they became known", () => {
  it("are the differences, on the first morning that knew them", async () => {
    await record({ knownAt: "2026-11-10T18:00:00Z", spend: 4_000 });
    await record({ knownAt: "2026-11-11T02:59:00Z", spend: 10_000 });
    await record({ knownAt: "2026-11-13T10:00:00Z", spend: 9_000 });
    expect(await list()).toMatchObject([
      { day: "2026-11-10", known_on: "2026-11-11", spend_halalas: 10_000, clicks: 100 },
      { day: "2026-11-10", known_on: "2026-11-14", spend_halalas: -1_000, clicks: -10 },
    ]);
  });

  it("add up ads and sources, each by its own history", async () => {
    await record({ knownAt: "2026-11-10T18:00:00Z", spend: 4_000 });
    await record({ ad: "ad_2", knownAt: "2026-11-10T18:00:00Z", spend: 1_000 });
    await record({ source: "orders", knownAt: "2026-11-12T18:00:00Z", delivered: 30_000 });
    await record({ source: "clicks", knownAt: "2026-11-10T18:00:00Z", spend: 70_000 });
    expect(await list()).toMatchObject([
      { known_on: "2026-11-11", spend_halalas: 5_000, sales_delivered_halalas: 0 },
      { known_on: "2026-11-13", spend_halalas: 0, sales_delivered_halalas: 30_000 },
    ]);
  });

  it("are the merchant's own, of the campaigns and days in question", async () => {
    await record({ day: "2026-10-31", knownAt: "2026-11-01T08:00:00Z", spend: 4_000 });
    expect(await list()).toEqual([]);
  });
});
