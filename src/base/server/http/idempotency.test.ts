import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type TestDb, testDb } from "../../testing/db.ts";
import { sql, type Tx } from "../db/db.ts";
import { type Claim, once } from "./idempotency.ts";

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
  await db.driver.script("create schema scratch; create table scratch.payments (n int primary key)");
});
beforeEach(async () => {
  await db.reset();
  await db.run(sql`delete from scratch.payments`);
});
afterAll(async () => {
  await db.driver.script("drop schema scratch cascade");
  await db.close();
});

const claim: Claim = { scope: "mer_1", key: "key-00000001", call: "POST Clients/Pay", input: { n: 1 } };
const pay = (n: number) => async (tx: Tx) => {
  await tx.run(sql`insert into scratch.payments values (${n})`);
  return { paid: n };
};
const listPaid = async () =>
  (await db.many<{ n: number }>(sql`select n from scratch.payments order by n`)).map(({ n }) => n);

describe("a request with an idempotency key", () => {
  it("has its effect once, and gives the first answer again", async () => {
    expect(await once(db, claim, pay(1))).toEqual({ paid: 1 });
    expect(await once(db, claim, pay(2))).toEqual({ paid: 1 });
    expect(await listPaid()).toEqual([1]);
  });

  it("gives the first answer also when its work could not be done a second time", async () => {
    await once(db, claim, pay(1));
    expect(await once(db, claim, pay(1))).toEqual({ paid: 1 });
    const refused = async () => {
      throw new Error("paid already");
    };
    expect(await once(db, claim, refused)).toEqual({ paid: 1 });
    expect(await listPaid()).toEqual([1]);
  });

  it("is answered from what was kept of its answer, when that is not all of it", async () => {
    const kept = {
      keep: ({ paid }: { paid: number }) => paid,
      remake: (paid: unknown) => ({ paid: Number(paid), isRemade: true }),
    };
    expect(await once(db, claim, pay(1), kept)).toEqual({ paid: 1 });
    expect(await once(db, claim, pay(2), kept)).toEqual({ paid: 1, isRemade: true });
    const { response } = await db.one<{ response: unknown }>(sql`select response from base.idempotency_keys`);
    expect(response).toBe(1);
  });

  it("has its effect once when it comes twice at the same time", async () => {
    const answers = await Promise.all([once(db, claim, pay(1)), once(db, claim, pay(1))]);
    expect(answers).toEqual([{ paid: 1 }, { paid: 1 }]);
    expect(await listPaid()).toEqual([1]);
  });

  it("is refused when the key belongs to another request, which stays as it is", async () => {
    await once(db, claim, pay(1));
    const other = { ...claim, input: { n: 2 } };
    await expect(once(db, other, pay(2))).rejects.toMatchObject({ code: "base.idempotency_key_reused" });
    expect(await listPaid()).toEqual([1]);
  });

  it("may be sent again after it was refused", async () => {
    const refused = async () => {
      throw new Error("not now");
    };
    await expect(once(db, claim, refused)).rejects.toThrow("not now");
    expect(await once(db, claim, pay(1))).toEqual({ paid: 1 });
  });
});
