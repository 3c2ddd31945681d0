import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { openSignInHarness, type SignInHarness } from "../testing/sign-in-harness.ts";

let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
afterAll(() => harness.close());
beforeEach(() => harness.reset());

const oldNumber = "+966501234567";
const newNumber = "+966559876543";

async function signUp(mobile = oldNumber): Promise<string> {
  const { merchantId } = await harness.signUp(mobile, "نورة");
  harness.clock.advance(61_000);
  return merchantId;
}

async function requestCurrent(as: string): Promise<string> {
  expect((await harness.call("POST Clients/Account/number/current-code", { as })).status).toBe(200);
  return harness.lastCode();
}

const requestNew = (as: string, current_code: string, mobile_number = newNumber) =>
  harness.call("POST Clients/Account/number/new-code", { as, body: { mobile_number, current_code } });

type Answer = {
  status: number;
  data: { mobile_number: string };
  envelope: { error: boolean; fields?: object };
};
const change = async (as: string, codes: { current_code: string; new_code: string }): Promise<Answer> =>
  harness.call("PUT Clients/Account/number", { as, body: { mobile_number: newNumber, ...codes } });

async function loadNumber(as: string): Promise<string> {
  const { data }: Answer = await harness.call("GET Clients/Account/index", { as });
  return data.mobile_number;
}

describe("a number", () => {
  it("becomes another with a code to each, and every other session ends", async () => {
    const merchant = await signUp();
    const current = await requestCurrent(merchant);
    expect((await requestNew(merchant, current)).status).toBe(200);
    const code = await harness.lastCode();
    expect(harness.phone.at(-1)?.to).toBe(newNumber);
    const answer = await change(merchant, { current_code: current, new_code: code });
    expect([answer.status, answer.data.mobile_number]).toEqual([200, newNumber]);
    expect(await loadNumber(merchant)).toBe(newNumber);
    const active = await harness.db.many(sql`select id from merchants.sessions where ended_at is null`);
    expect(active).toEqual([]);
    // Both are used up.
    expect((await change(merchant, { current_code: current, new_code: code })).status).toBe(409);
  });

  it("stays with a wrong code of either, which is marked on its own field and counted", async () => {
    const merchant = await signUp();
    const current = await requestCurrent(merchant);
    const wrong = harness.wrongCodeFor(current);
    expect((await requestNew(merchant, wrong)).envelope).toMatchObject({
      fields: { current_code: [expect.any(String)] },
    });
    await requestNew(merchant, current);
    const code = await harness.lastCode();
    const attempts = [
      { current_code: wrong, new_code: code, field: "current_code" },
      { current_code: current, new_code: harness.wrongCodeFor(code), field: "new_code" },
    ];
    for (const { field, ...codes } of attempts) {
      const answer = await change(merchant, codes);
      expect([answer.status, Object.keys(answer.envelope.fields ?? {})]).toEqual([422, [field]]);
    }
    expect(await loadNumber(merchant)).toBe(oldNumber);
    expect((await change(merchant, { current_code: current, new_code: code })).status).toBe(200);
  });

  it("is not sent a code before the present phone has answered, nor with another's session", async () => {
    const merchant = await signUp();
    const sent = harness.phone.length;
    expect((await requestNew(merchant, "123456")).status).toBe(422);
    await harness.settle();
    expect(harness.phone).toHaveLength(sent);
    const current = await requestCurrent(merchant);
    const thief = await signUp("+966533333333");
    expect((await requestNew(thief, current)).status).toBe(422);
  });

  it("of another account is refused only once its code is right", async () => {
    await signUp(newNumber);
    const merchant = await signUp();
    const current = await requestCurrent(merchant);
    expect((await requestNew(merchant, current)).status).toBe(200);
    const answer = await change(merchant, { current_code: current, new_code: await harness.lastCode() });
    expect([answer.status, Object.keys(answer.envelope.fields ?? {})]).toEqual([409, ["mobile_number"]]);
    expect(await loadNumber(merchant)).toBe(oldNumber);
  });

  it("that is the present one is no change", async () => {
    const merchant = await signUp();
    const current = await requestCurrent(merchant);
    expect((await requestNew(merchant, current, oldNumber)).status).toBe(409);
  });
});
