import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { testDb } from "#base/testing/db.ts";
import { sql } from "./db.ts";
import { makeKeyset, type PageRequest } from "./keyset.ts";

type Thing = { key: string; used: number };
const db = await testDb();
beforeEach(() => db.reset());
afterAll(() => db.close());

/** Any table with a number and a name that tells rows apart. */
const insert = async (things: readonly Thing[]) => {
  const ends = new Date("2030-01-01T00:00:00Z");
  for (const { key, used } of things)
    await db.run(
      sql`insert into base.rate_limits (key, window_ends_at, used) values (${key}, ${ends}, ${used})`,
    );
};
const keyset = (order: "asc" | "desc") =>
  makeKeyset<Thing>({
    columns: [
      { name: "used", type: "bigint" },
      { name: "key", type: "text" },
    ],
    order,
    toPlace: ({ used, key }) => [used, key],
  });
const load = async (order: "asc" | "desc", request: PageRequest) => {
  const pages = keyset(order);
  const rows = await db.many<Thing>(sql`
    select key, used from base.rate_limits where used > 0 ${pages.where(request)} ${pages.take(request)}`);
  return pages.split(rows, request);
};

describe("pages by their last row", () => {
  it("hold every row once, in order, whatever the size and however many are equal", async () => {
    const things = fc.uniqueArray(
      fc.record({ key: fc.stringMatching(/^[a-z]{1,6}$/), used: fc.integer({ min: 1, max: 3 }) }),
      {
        selector: ({ key }) => key,
        maxLength: 12,
      },
    );
    const run = async (given: Thing[], size: number, order: "asc" | "desc") => {
      await db.reset();
      await insert(given);
      const whole = await load(order, { page: 1, size: 100 });
      const found: Thing[] = [];
      for (let after: string | undefined, page = 1; page < 20; page += 1) {
        const { items, next } = await load(order, { page, size, after });
        found.push(...items);
        if (next === null) break;
        after = next;
      }
      expect(found).toEqual(whole.items);
      expect(found).toHaveLength(given.length);
    };
    await fc.assert(
      fc.asyncProperty(things, fc.integer({ min: 1, max: 5 }), fc.constantFrom("asc", "desc"), run),
      {
        numRuns: 25,
      },
    );
  });

  it("do not move when rows come before them; by its number a page does", async () => {
    await insert([1, 2, 3, 4].map((used) => ({ key: `k${used}`, used })));
    const first = await load("desc", { page: 1, size: 2 });
    await insert([{ key: "new", used: 9 }]);
    const after = first.next ?? "";
    expect((await load("desc", { page: 2, size: 2, after })).items.map(({ used }) => used)).toEqual([2, 1]);
    expect((await load("desc", { page: 2, size: 2 })).items.map(({ used }) => used)).toEqual([3, 2]);
  });

  it("a text that is no place of the list is ignored", async () => {
    await insert([{ key: "a", used: 1 }]);
    for (const after of ["", "zzz", Buffer.from('["a"]').toString("base64url")])
      expect((await load("asc", { page: 1, size: 2, after })).items).toHaveLength(1);
  });
});
