import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { openSignInHarness, type SignInHarness } from "../testing/sign-in-harness.ts";

let harness: SignInHarness;
beforeAll(async () => {
  harness = await openSignInHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const number = "0501234567";

async function setPassword(password: string, confirmation = password) {
  harness.clock.advance(301_000);
  await harness.call("POST Clients/Account/ForgotPassword", { body: { mobile_number: number } });
  return harness.call("POST Clients/Account/ResetPassword", {
    body: {
      mobile_number: number,
      code: await harness.lastCode(),
      password,
      password_confirmation: confirmation,
    },
  });
}
const signIn = (password: string, mobile = number) =>
  harness.call("POST Clients/Account/PasswordLogin", { body: { mobile_number: mobile, password } });

describe("a password", () => {
  it("set with a code signs in from then on, and is stored only as a hash", async () => {
    await harness.signUp(number, "نورة");
    expect((await setPassword("سرّ-2030")).data).toMatchObject({ user: { has_password: true } });
    expect((await signIn("سرّ-2030")).status).toBe(200);
    const { password_hash } = await harness.db.one<{ password_hash: string }>(
      sql`select password_hash from merchants.merchants`,
    );
    expect(password_hash).toMatch(/^scrypt\$5\$[\w-]{22}\$[\w-]{43}$/);
  });

  it("that was set is in the audit log, without the password or its hash", async () => {
    const { merchantId } = await harness.signUp(number, "نورة");
    await setPassword("abcdef");
    const [entry] = await listAudit(testContext(harness.db, merchantId), {});
    expect(entry).toMatchObject({
      action: "merchant.password_set",
      actor_kind: "member",
      actor_id: merchantId,
      before: { has_password: false },
      after: { has_password: true },
    });
    expect(JSON.stringify(entry)).not.toMatch(/scrypt|abcdef/);
  });

  it("and a sign-up are in the audit log with the request that asked for them", async () => {
    const { merchantId } = await harness.signUp(number, "نورة");
    const { headers } = await setPassword("abcdef");
    const [passwordSet, ...earlier] = await listAudit(testContext(harness.db, merchantId), {});
    expect(passwordSet).toMatchObject({ request_id: headers["x-request-id"] });
    const signedUp = earlier.find(({ action }) => action === "merchant.signed_up");
    expect(signedUp?.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(signedUp?.request_id).not.toBe(passwordSet?.request_id);
  });

  it("set again ends every session that was open", async () => {
    const { token } = await harness.signUp(number, "نورة");
    await setPassword("abcdef");
    const activeSessions = await harness.db.many(
      sql`select 1 from merchants.sessions where ended_at is null`,
    );
    expect(activeSessions).toHaveLength(1);
    expect(token).toHaveLength(43);
  });

  it("of five letters, or with a different confirmation, is refused with its field marked", async () => {
    await harness.signUp(number, "نورة");
    expect(await setPassword("abcde")).toMatchObject({
      status: 400,
      envelope: { fields: { password: ["The password needs at least 6 characters."] } },
    });
    expect(await setPassword("abcdef", "abcdeg")).toMatchObject({
      status: 400,
      envelope: {
        code: "merchants.password_mismatch",
        fields: { password_confirmation: [expect.any(String)] },
      },
    });
  });

  it("is not set by a code requested for signing in, nor the other way round", async () => {
    await harness.signUp(number, "نورة");
    harness.clock.advance(61_000);
    await harness.call("POST Clients/Account/login", { body: { mobile_number: number } });
    const signInCode = await harness.lastCode();
    const body = {
      mobile_number: number,
      code: signInCode,
      password: "abcdef",
      password_confirmation: "abcdef",
    };
    expect(await harness.call("POST Clients/Account/ResetPassword", { body })).toMatchObject({
      envelope: { code: "merchants.code_expired" },
    });
    harness.clock.advance(301_000);
    await harness.call("POST Clients/Account/ForgotPassword", { body: { mobile_number: number } });
    expect(await harness.verify(number, await harness.lastCode())).toMatchObject({
      envelope: { code: "merchants.code_expired" },
    });
  });

  it("cannot be set for a number without a merchant", async () => {
    expect(await setPassword("abcdef")).toMatchObject({
      status: 409,
      envelope: { code: "merchants.not_signed_up" },
    });
  });

  it("that is wrong, was never set, or belongs to an unknown number gets the same answer", async () => {
    await harness.signUp(number, "نورة");
    const never = await signIn("abcdef");
    const unknown = await signIn("abcdef", "0559876543");
    await setPassword("abcdef");
    const wrong = await signIn("abcdeg");
    for (const answer of [never, unknown, wrong]) {
      expect(answer).toMatchObject({ status: 422, envelope: { code: "merchants.password_wrong" } });
    }
  });

  it("guessed many times at once is evaluated five times; the code still signs in", async () => {
    await harness.signUp(number, "نورة");
    await setPassword("abcdef");
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => signIn(`guess-${index}`)));
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(4);
    expect(await signIn("abcdef")).toMatchObject({
      status: 429,
      envelope: { code: "merchants.number_locked" },
    });
    harness.clock.advance(301_000);
    await harness.call("POST Clients/Account/login", { body: { mobile_number: number } });
    expect((await harness.verify(number, await harness.lastCode())).status).toBe(200);
  });

  it("tried over many numbers from one address is stopped for that address", async () => {
    await harness.db.run(sql`
      insert into merchants.address_failures (address, hour, failures) values ('127.0.0.1', '2026-11-21T09:00Z', 60)`);
    expect(await signIn("abcdef", "0559876543")).toMatchObject({
      status: 429,
      envelope: { code: "merchants.address_spent" },
    });
  });
});
