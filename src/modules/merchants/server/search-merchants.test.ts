import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { insertMerchant, saveProfile } from "./merchants.store.ts";
import { searchMerchants, selectMatches } from "./search-merchants.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
});
beforeEach(() => db.reset());
afterAll(() => db.close());

let minutes = 0;
async function addMerchant(name: string, mobile: string): Promise<string> {
  minutes += 1;
  const now = new Date(Date.UTC(2026, 10, 21, 9, minutes));
  const merchant = await db.transaction((tx) =>
    insertMerchant(tx, { name, mobile, email: null, language: "ar" }, now),
  );
  return merchant?.id ?? "";
}
const find = async (search: string, size = 20) =>
  (await searchMerchants(db, { search, size })).map(({ name }) => name);

describe("merchants are found", () => {
  it.each([
    ["the beginning of a word", "الوا"],
    ["several, in any order", "للقهوة مؤس"],
    ["another spelling", "مُؤسّسة الواحه"],
    ["a word without its article", "واحة"],
    ["Latin letters in another case", "OASIS"],
    ["a number's other digits", "٣٦٥"],
  ])("by %s", async (_what, search) => {
    await addMerchant("مؤسسة الواحة للقهوة Oasis 365", "+966501234567");
    await addMerchant("متجر هند", "+966501234568");
    expect(await find(search)).toEqual(["مؤسسة الواحة للقهوة Oasis 365"]);
  });

  it("with the article, where the name has none", async () => {
    await addMerchant("واحة القهوة", "+966501234567");
    expect(await find("الواحة")).toEqual(["واحة القهوة"]);
  });

  it("by number and id, and by all of what is typed", async () => {
    const id = await addMerchant("متجر هند", "+966501234567");
    expect(await find("050 123 4567")).toEqual(["متجر هند"]);
    expect(await find(id)).toEqual(["متجر هند"]);
    expect(await find("متجر نورة")).toEqual([]);
  });

  it("newest first, and no more than asked for", async () => {
    await addMerchant("متجر هند", "+966501234567");
    await addMerchant("متجر نورة", "+966501234568");
    expect(await find("متجر")).toEqual(["متجر نورة", "متجر هند"]);
    expect(await find("متجر", 1)).toEqual(["متجر نورة"]);
  });

  it("by the new name after it was changed", async () => {
    const id = await addMerchant("متجر هند", "+966501234567");
    await db.transaction((tx) =>
      saveProfile({ ...testContext(db, id), tx }, { name: "متجر الأناقة" }, new Date()),
    );
    expect(await find("اناقة")).toEqual(["متجر الأناقة"]);
    expect(await find("هند")).toEqual([]);
  });

  it.each(["'", "\\", "a' | 'b", "!", "&", "()", ":*", "ـ", "%"])(
    "by nothing that %s means",
    async (search) => {
      await addMerchant("متجر هند", "+966501234567");
      expect(await find(search)).toEqual([]);
    },
  );

  it("by indexes alone", async () => {
    const plan = await db.transaction(async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`);
      return tx.many<{ "QUERY PLAN": string }>(sql`explain ${selectMatches({ search: "هند", size: 20 })}`);
    });
    const lines = plan.map((row) => row["QUERY PLAN"]).join("\n");
    expect(lines).toContain("merchants_by_name");
    expect(lines).not.toContain("Seq Scan");
  });
});
