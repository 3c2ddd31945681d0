import { afterAll, beforeEach, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testDb } from "#base/testing/db.ts";
import { deleteOldWeeks } from "./notifications.store.ts";
import { enqueueWeeklyNotes, findNotedWeek, tellWeeklyNote } from "./weekly-note.ts";

const db = await testDb();
beforeEach(() => db.reset());
afterAll(() => db.close());

const week = "2026-11-22" as RiyadhDay;
const deps = {
  db,
  figures: { listMerchantsWithSpend: async () => ["mer_1", "mer_2"] },
  reports: {
    loadDigest: async () => ({
      earned: 900_00,
      spent: 400_00,
      wasted: 120_00,
      orders: 4,
      advice: { kind: "stop_waste" as const, campaignId: "cmp_1", spent: 120_00 },
    }),
  },
};
const events = (name: string) =>
  db.many<{ merchant_id: string; details: Record<string, unknown> }>(
    sql`select merchant_id, details from base.events where name = ${name} order by id`,
  );

it.each([
  ["2026-11-22T04:59:00Z", null],
  ["2026-11-22T05:00:00Z", "2026-11-22"],
  ["2026-11-24T20:59:00Z", "2026-11-22"],
  ["2026-11-24T21:00:00Z", null],
  ["2026-11-28T21:30:00Z", null],
  ["2025-12-28T06:00:00Z", "2025-12-28"],
])("at %s the week that may be noted is %s", (at, expected) => {
  expect(findNotedWeek(new Date(at))).toBe(expected);
});

it("is told once to each merchant, however often it is run", async () => {
  const tell = tellWeeklyNote(deps);
  const now = new Date("2026-11-22T06:00:00Z");
  for (let run = 0; run < 2; run += 1) await tell({ merchant_id: "mer_1", week }, now);
  expect(await events("notifications.week_ended")).toMatchObject([
    {
      merchant_id: "mer_1",
      details: {
        earned_halalas: 900_00,
        wasted_halalas: 120_00,
        advice: "stop_waste",
        campaign_id: "cmp_1",
      },
    },
  ]);
  await deleteOldWeeks(db, "2026-11-22");
  await enqueueWeeklyNotes(deps, now);
  const jobs = await events("job.enqueued");
  expect(jobs).toMatchObject([{ details: { input: { merchant_id: "mer_2", week } } }]);
});

it("is not told outside its time", async () => {
  await enqueueWeeklyNotes(deps, new Date("2026-11-25T06:00:00Z"));
  expect(await events("job.enqueued")).toEqual([]);
});
