import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import type { StaffContext } from "#base/server/staff-context.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { correctMonth, setCostFactor, showCalendar } from "./edit-calendar.ts";
import { listComingSeasons } from "./list-seasons.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

const now = new Date("2027-01-20T09:00:00Z");
const staff = (): StaffContext => ({ db, by: { kind: "staff", id: "stf_noura" }, now, requestId: null });
const listSeasons = () => listComingSeasons(testContext(db, "mer_1", now));
const findRamadan = async () => (await listSeasons()).items.find(({ key }) => key === "ramadan");

describe("the coming seasons", () => {
  it("are those of the next half year, with their phases", async () => {
    const { today, items } = await listSeasons();
    expect(today).toBe("2027-01-20");
    expect(items.filter(({ key }) => key !== "payday").map(({ key }) => key)).toEqual([
      "ramadan",
      "founding_day",
      "eid_al_fitr",
      "mothers_day",
      "eid_al_adha",
    ]);
    expect(await findRamadan()).toMatchObject({
      starts_on: "2027-02-08",
      hijri_year: 1448,
      phases: [{ key: "first_ten" }, { key: "middle_ten" }, { key: "last_ten", cost_factor: 15_000 }],
    });
  });
});

describe("the staff", () => {
  it("move a month by a day after the sighting, and back; who did it is kept", async () => {
    // Sha'ban 1448 has 30 days in the table: Ramadan may begin a day earlier.
    await correctMonth(staff(), { year: 1448, month: 9, shiftDays: -1 });
    expect((await findRamadan())?.starts_on).toBe("2027-02-07");
    await correctMonth(staff(), { year: 1448, month: 9, shiftDays: 0 });
    expect((await findRamadan())?.starts_on).toBe("2027-02-08");
    expect(
      await db.many(sql`select staff_id, subject, before, after from seasons.changes order by id`),
    ).toEqual([
      { staff_id: "stf_noura", subject: "month:1448-09", before: 0, after: -1 },
      { staff_id: "stf_noura", subject: "month:1448-09", before: -1, after: 0 },
    ]);
  });

  it("cannot make a month of 31 days, nor move one outside the table", async () => {
    const long = correctMonth(staff(), { year: 1448, month: 9, shiftDays: 1 });
    await expect(long).rejects.toMatchObject({ code: "seasons.month_length_not_possible" });
    const outside = correctMonth(staff(), { year: 1470, month: 9, shiftDays: 1 });
    await expect(outside).rejects.toMatchObject({ code: "seasons.month_not_in_table" });
  });

  it("set what a phase is expected to cost, and take the product's own value again", async () => {
    const lastTen = { season: "ramadan", phase: "last_ten" } as const;
    await setCostFactor(staff(), { ...lastTen, factor: 18_000 });
    expect((await findRamadan())?.phases.at(-1)?.cost_factor).toBe(18_000);
    const { cost_factors } = await setCostFactor(staff(), { ...lastTen, factor: null });
    expect(cost_factors).toContainEqual({ ...lastTen, factor_basis_points: 15_000, is_default: true });
    const unknown = setCostFactor(staff(), { season: "payday", phase: "last_ten", factor: 12_000 });
    await expect(unknown).rejects.toMatchObject({ code: "seasons.phase_unknown" });
  });

  it("see the months of the next two years, corrected", async () => {
    const { months } = await showCalendar(staff());
    expect(months).toHaveLength(24);
    expect(months[0]).toEqual({ hijri_year: 1448, hijri_month: 8, shift_days: 0, starts_on: "2027-01-09" });
  });
});
