import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import type { SectorState } from "../contract/ads-library.calls.ts";
import { type LibraryHarness, openLibrary } from "../testing/library-harness.ts";
import { publishMedians } from "./publish-medians.ts";

let library: LibraryHarness;
beforeAll(async () => {
  library = await openLibrary();
});
beforeEach(() => library.testApp.reset());
afterAll(() => library.close());

const setNow = (iso: string) => library.testApp.worldClock.set(iso);
const run = () => publishMedians(library.deps)(library.db, { now: library.testApp.worldClock.now() });
const choose = (merchant: string, body: object = {}) =>
  library.call("PUT Clients/AdsLibrary/sector", {
    as: merchant,
    body: { sector: "perfumes", is_shared: true, ...body },
  });
const show = async (merchant = "mer_0") =>
  (await library.call("GET Clients/AdsLibrary/sector", { as: merchant })).data as SectorState;
const listPublished = () =>
  library.db.many<{ month: string; roas_delivered: number }>(
    sql`select month, roas_delivered from library.sector_medians order by month`,
  );

/** Stores 0 to `count` sold in the month with returns of 2.00, 2.10 …, each delivered order for 20 riyals of spend. */
async function sell(count: number, month: string) {
  for (let at = 0; at < count; at += 1)
    await library.measureAd({
      adId: `ad_${at}`,
      campaignId: `cmp_${at}`,
      merchantId: `mer_${at}`,
      from: `${month}-10` as RiyadhDay,
      days: 1,
      spend: 100_000,
      orders: 50,
      sales: 200_000 + at * 10_000,
    });
}

/** They share since before December, and sell in it. */
async function shareDecember(count: number) {
  setNow("2026-11-25T09:00:00Z");
  for (let at = 0; at < count; at += 1) await choose(`mer_${at}`);
  await sell(count, "2026-12");
}

describe("a sector's medians", () => {
  it("are published on the fifteenth, of 20 stores: rounded, beside the store's own", async () => {
    await shareDecember(20);
    setNow("2027-01-14T09:00:00Z");
    await run();
    expect(await show()).toMatchObject({ sector: "perfumes", medians: null });
    setNow("2027-01-15T09:00:00Z");
    await run();
    expect(await show("mer_3")).toMatchObject({
      medians: {
        month: "2026-12-01",
        stores_at_least: 20,
        roas_delivered: 3,
        cost_per_delivered_halalas: 2_000,
        own: { roas_delivered: 2.3, cost_per_delivered_halalas: 2_000 },
      },
    });
    // Again, nothing is published twice.
    await run();
    expect(await listPublished()).toHaveLength(1);
  });

  it("show nothing of 19 stores", async () => {
    await shareDecember(19);
    setNow("2027-01-15T09:00:00Z");
    await run();
    expect(await show()).toMatchObject({ medians: null });
    expect(await listPublished()).toEqual([]);
  });

  it("leave out who sold too little, and who did not share the whole month", async () => {
    await shareDecember(20);
    await library.db.run(
      sql`update figures.merchant_days set orders_delivered = 9 where merchant_id = 'mer_0'`,
    );
    setNow("2027-01-15T09:00:00Z");
    await run();
    expect(await listPublished()).toEqual([]);

    await library.testApp.reset();
    await shareDecember(19);
    setNow("2026-12-02T09:00:00Z");
    await choose("mer_19");
    await sell(1, "2026-12");
    setNow("2027-01-15T09:00:00Z");
    await run();
    expect(await listPublished()).toEqual([]);
  });

  it("are shown to those who share, of their own sector", async () => {
    await shareDecember(20);
    setNow("2027-01-15T09:00:00Z");
    await run();
    await choose("mer_30", { is_shared: false });
    expect(await show("mer_30")).toEqual({ sector: "perfumes", shared_since: null, medians: null });
    await choose("mer_31", { sector: "kids" });
    expect(await show("mer_31")).toMatchObject({ sector: "kids", medians: null });
    expect(await show("mer_32")).toEqual({ sector: null, shared_since: null, medians: null });
  });

  it("do not change when a store leaves or joins: neither at once nor at the next publication", async () => {
    await shareDecember(24);
    setNow("2027-01-15T09:00:00Z");
    await run();
    const published = await listPublished();
    await choose("mer_0", { is_shared: false });
    await run();
    expect(await listPublished()).toEqual(published);

    // The stores that stay sell exactly as before: what a next publication would differ by is the one that left.
    await sell(24, "2027-01");
    setNow("2027-02-15T09:00:00Z");
    await run();
    expect(await listPublished()).toEqual(published);

    // One comes back: then the stores are the same again, and the month is published.
    await choose("mer_0");
    await sell(24, "2027-02");
    setNow("2027-03-15T09:00:00Z");
    await run();
    expect(await listPublished()).toEqual(published);
    await sell(24, "2027-03");
    setNow("2027-04-15T09:00:00Z");
    await run();
    expect((await listPublished()).map(({ month }) => month)).toEqual(["2026-12-01", "2027-03-01"]);
  });

  it("forget what was read of a store that stops, before it is published", async () => {
    await shareDecember(45);
    setNow("2027-01-15T09:00:00Z");
    await run();
    expect((await show("mer_2")).medians?.own).not.toBeNull();
    await choose("mer_2", { is_shared: false });
    expect(
      await library.db.many(sql`select 1 from library.shared_months where merchant_id = 'mer_2'`),
    ).toEqual([]);
    // Changing the sector forgets too, and begins anew.
    await choose("mer_3", { sector: "kids" });
    expect(
      await library.db.many(sql`select 1 from library.shared_months where merchant_id = 'mer_3'`),
    ).toEqual([]);
    expect((await show("mer_3")).shared_since).toBe("2027-01-15T09:00:00.000Z");
    // Choosing the same again keeps the beginning.
    setNow("2027-01-20T09:00:00Z");
    await choose("mer_4");
    expect((await show("mer_4")).shared_since).toBe("2026-11-25T09:00:00.000Z");
  });
});
