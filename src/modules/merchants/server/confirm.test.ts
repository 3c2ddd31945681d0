import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { openSignInHarness, type SignInHarness } from "../testing/sign-in-harness.ts";
import { makeMerchantsFacade } from "./merchants.facade.ts";

let harness: SignInHarness;
let merchants: ReturnType<typeof makeMerchantsFacade>;
let merchantId: string;
let sessionId: string;

beforeAll(async () => {
  harness = await openSignInHarness();
  merchants = makeMerchantsFacade(harness.deps);
});
beforeEach(async () => {
  await harness.reset();
  ({ merchantId } = await harness.signUp("0501234567", "نورة"));
  ({ id: sessionId } = await harness.db.one<{ id: string }>(sql`select id from merchants.sessions`));
  harness.clock.advance(60_000);
});
afterAll(() => harness.close());

const own = () => testContext(harness.db, merchantId);
const caller = (session = sessionId) =>
  ({ sessionId: session, address: "127.0.0.1", userAgent: "test", language: "en" }) as const;
const request = (session = sessionId) =>
  merchants.requestConfirmation(own(), { purpose: "withdrawal", caller: caller(session) });
const confirm = (code: string, session = sessionId) =>
  transact(own(), (ctx) => merchants.confirm(ctx, { purpose: "withdrawal", code, caller: caller(session) }));
const refusal = async (code: string, session = sessionId) => {
  const outcome = await confirm(code, session);
  expect(outcome.kind).toBe("refused");
  return outcome.kind === "refused" ? outcome.refuse : () => undefined;
};

describe("a withdrawal's code", () => {
  it("comes to the merchant's own number, and confirms once", async () => {
    expect(await request()).toBeGreaterThan(0);
    const code = await harness.lastCode();
    expect(harness.phone.at(-1)).toMatchObject({
      to: "+966501234567",
      text: expect.stringContaining("withdrawal"),
    });
    expect(await confirm(code)).toEqual({ kind: "confirmed" });
    expect(await refusal(code)).toThrow(expect.objectContaining({ code: "merchants.code_expired" }));
  });

  it("stays valid when what it confirmed is rolled back", async () => {
    await request();
    const code = await harness.lastCode();
    const work = transact(own(), async (ctx) => {
      await merchants.confirm(ctx, { purpose: "withdrawal", code, caller: caller() });
      throw new Error("refused");
    });
    await expect(work).rejects.toThrow("refused");
    expect(await confirm(code)).toEqual({ kind: "confirmed" });
  });

  it("is no sign-in code, and a sign-in code is none", async () => {
    await request();
    const code = await harness.lastCode();
    expect((await harness.verify("0501234567", code)).status).toBe(422);
    expect(await refusal(harness.wrongCodeFor(code))).toThrow(
      expect.objectContaining({ code: "merchants.code_wrong" }),
    );
  });

  it("cannot be used from another session's browser, or guessed without end", async () => {
    await request();
    const code = await harness.lastCode();
    expect(await refusal(code, "ses_of_another_browser")).toThrow(
      expect.objectContaining({ code: "merchants.code_expired" }),
    );
    for (let attempt = 0; attempt < 5; attempt += 1) await confirm(harness.wrongCodeFor(code));
    expect(await refusal(code)).toThrow(expect.objectContaining({ code: "merchants.number_locked" }));
  });
});

it("the moment a number becomes another is kept, however it is changed", async () => {
  expect(await merchants.loadMobileChangedAt(own())).toBeNull();
  await harness.db.run(sql`update merchants.merchants set name = 'نورة العتيبي'`);
  expect(await merchants.loadMobileChangedAt(own())).toBeNull();
  await harness.db.run(sql`update merchants.merchants set mobile = '+966501234568'`);
  expect(await merchants.loadMobileChangedAt(own())).toBeInstanceOf(Date);
});
