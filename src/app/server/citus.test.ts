import { readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { findMisfits, listTables, misfitsFile, readPlacements } from "../testing/citus.ts";

/**
 * How the tables would lie on Citus, compared with the catalogue. Citus itself is not run here: docs/scale.md says what that
 * leaves open.
 */

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
afterAll(() => db.close());

const listPlaced = (...wanted: readonly string[]) =>
  readPlacements()
    .filter(({ placement }) => wanted.includes(placement))
    .map(({ table }) => table);

describe("on Citus", () => {
  it("every table has one place, and no place is of a table that is gone", async () => {
    const placed = readPlacements().map(({ table }) => table);
    expect(placed.sort()).toEqual((await listTables(db)).map(({ name }) => name).sort());
  });

  it("a table with a merchant in every row lies with its merchant, and no other does", async () => {
    const withMerchant = (await listTables(db))
      .filter(({ name, hasMerchant }) => hasMerchant || name === "merchants.merchants")
      .map(({ name }) => name);
    expect(listPlaced("distributed").sort()).toEqual(withMerchant.sort());
  });

  // RENDER=1 writes the list anew. It must get shorter: what is new fits from the beginning.
  it("what does not fit is what the list beside the file names, and nothing else", async () => {
    const misfits = `${(await findMisfits(db)).join("\n")}\n`;
    if (process.env.RENDER) writeFileSync(misfitsFile, misfits);
    expect(misfits).toBe(readFileSync(misfitsFile, "utf8"));
  });
});
