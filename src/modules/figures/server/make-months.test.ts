import { expect, it } from "vitest";
import type { Context } from "#base/server/context.ts";
import type { Sql } from "#base/server/db/db.ts";
import { startOfRiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { makeFactMonths, makeHourMonths } from "./make-months.ts";

const day = toRiyadhDay(new Date("2026-11-21T12:00:00Z"));
const hour = startOfRiyadhDay(day);

/** Transactions of one database, with the statements they ran. */
function makeDatabase() {
  const identity = {};
  const made: string[] = [];
  const tx = { identity, run: async ({ sql, values }: Sql) => void made.push(`${sql} ${values}`) };
  return { made, ctx: () => ({ tx: { ...tx } }) as unknown as Context };
}

it("a month is made once in a database, and again in another of the same process", async () => {
  const [one, other] = [makeDatabase(), makeDatabase()];
  for (const { ctx } of [one, one, other]) {
    await makeFactMonths(ctx(), [day, day]);
    await makeHourMonths(ctx(), [hour]);
  }
  expect(one.made).toEqual([
    "select figures.make_fact_month(?::date) 2026-11-01",
    "select figures.make_month(?::date) 2026-11-01",
  ]);
  expect(other.made).toEqual(one.made);
});
