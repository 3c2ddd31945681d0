import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { maxStrangerFailuresPerDay } from "../domain/failed-attempts.ts";
import { email, openStaffHarness, password, type StaffHarness } from "../testing/staff-harness.ts";

let harness: StaffHarness;
beforeAll(async () => {
  harness = await openStaffHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const elsewhere = "188.54.99.99";
const login = (typed: string, ip?: string, who = email) =>
  harness.post("login", { email: who, password: typed }, ip);
const giveCode = (challenge: string, code: string, ip?: string) =>
  harness.post("second-factor", { challenge, code }, ip);
const wrongCode = (right: string) => (right === "000000" ? "000001" : "000000");

describe("the password", () => {
  it("alone opens nothing: it is answered with a challenge, which is no session", async () => {
    await harness.member();
    const { status, data } = await login(password);
    expect(status).toBe(200);
    expect(data).toEqual({ challenge: expect.any(String), expires_in_seconds: 300 });
    expect((await harness.me((data as { challenge: string }).challenge)).status).toBe(401);
  });

  it("is asked for the same way of everybody: unknown, not enrolled, disabled, or mistyped", async () => {
    await harness.member();
    await harness.invite("salem@rawaj.example");
    await harness.invite("gone@rawaj.example");
    await harness.db.run(
      sql`update staff.members set disabled_at = now() where email = 'gone@rawaj.example'`,
    );
    const answers = [
      await login("not the password", "10.0.0.1"),
      await login(password, "10.0.0.2", "nobody@rawaj.example"),
      await login(password, "10.0.0.3", "salem@rawaj.example"),
      await login(password, "10.0.0.4", "gone@rawaj.example"),
    ];
    for (const { status, envelope } of answers) {
      expect(status).toBe(422);
      expect(envelope).toMatchObject({
        code: "staff.credentials_wrong",
        fields: { password: [expect.any(String)] },
      });
    }
    expect(new Set(answers.map(({ envelope }) => envelope.messages[0])).size).toBe(1);
  });

  it("takes an e-mail as people type it", async () => {
    await harness.member();
    expect((await login(password, undefined, ` ${email.toUpperCase()} `)).status).toBe(200);
    expect((await login(password, undefined, "not an address")).status).toBe(400);
  });

  it("guessed five times locks the guesser, and nobody else", async () => {
    await harness.member();
    await harness.member("salem@rawaj.example");
    for (let guess = 1; guess < 5; guess += 1) expect((await login("wrong", elsewhere)).status).toBe(422);
    const fifth = await login("wrong", elsewhere);
    expect(fifth).toMatchObject({ status: 429, envelope: { code: "staff.locked" } });
    expect(fifth.headers["retry-after"]).toBe("60");

    // Not even the right password is compared.
    expect((await login(password, elsewhere)).status).toBe(429);
    expect((await login(password)).status).toBe(200);
    expect((await login(password, elsewhere, "salem@rawaj.example")).status).toBe(200);
    harness.clock.advance(61_000);
    expect((await login(password, elsewhere)).status).toBe(200);
  });

  it("guessed from many addresses shuts unknown ones out for the day, and never where the person signs in from", async () => {
    await harness.member();
    await login("wrong", "10.1.0.1");
    // As if all but one of the day's guesses had been made.
    await harness.db.run(sql`
      update staff.failed_attempts set failures = ${maxStrangerFailuresPerDay.password - 1} where address = '*'`);
    expect((await login("wrong", "10.1.0.2")).status).toBe(429);
    expect((await login(password, "10.2.0.1")).status).toBe(429);
    expect((await login(password)).status).toBe(200);
    harness.clock.advance(86_400_000);
    expect((await login(password, "10.2.0.1")).status).toBe(200);
  });

  it("guessed many times at once is compared no more than five times", async () => {
    await harness.member();
    const answers = await Promise.all(Array.from({ length: 20 }, () => login("wrong", elsewhere)));
    expect(answers.filter(({ status }) => status === 422).length).toBeLessThanOrEqual(4);
    expect(
      (await harness.listAudit()).filter(({ action }) => action === "staff.password_failed"),
    ).toHaveLength(5);
  });
});

describe("an address", () => {
  it("has only so many steps an hour, over all people together", async () => {
    const tight = await openStaffHarness({ maxStepsPerAddress: 3 });
    const knock = (who: number) =>
      tight.post("login", { email: `p${who}@rawaj.example`, password }, elsewhere);
    for (const who of [1, 2, 3]) expect((await knock(who)).status).toBe(422);
    expect(await knock(4)).toMatchObject({ status: 429, envelope: { code: "staff.address_spent" } });
    tight.clock.advance(3_600_000);
    expect((await knock(5)).status).toBe(422);
    await tight.close();
  });
});

describe("the second factor", () => {
  it("completes the sign-in, and the session says who it is, their role and since when", async () => {
    const { secret, memberId } = await harness.member();
    const { status, data } = await giveCode(await harness.challenge(), harness.appCode(secret));
    expect(status).toBe(200);
    const { token, member } = data as { token: string; member: object };
    expect(member).toEqual({
      id: memberId,
      name: "نورة العتيبي",
      email,
      role: "admin",
      abilities: [{ subject: "all", action: "manage" }],
      recovery_codes_left: 10,
      session: { started_at: harness.clock.now().toISOString(), ends_in_seconds: 1_800 },
    });
    expect((await harness.me(token)).data).toEqual(member);
  });

  it.each([-1, 0, 1])("is taken from a phone whose clock is off by %i steps", async (ahead) => {
    const { secret } = await harness.member();
    expect((await giveCode(await harness.challenge(), harness.appCode(secret, ahead))).status).toBe(200);
  });

  it.each([-2, 2])("is refused from a phone whose clock is off by %i steps", async (ahead) => {
    const { secret } = await harness.member();
    const answer = await giveCode(await harness.challenge(), harness.appCode(secret, ahead));
    expect(answer).toMatchObject({
      status: 422,
      envelope: { code: "staff.code_wrong", fields: { code: [expect.any(String)] } },
    });
  });

  it("that was used is refused, here and with another challenge, and so is an earlier one", async () => {
    const { secret } = await harness.member();
    const code = harness.appCode(secret);
    const before = harness.appCode(secret, -1);
    expect((await giveCode(await harness.challenge(), code)).status).toBe(200);
    for (const replayed of [code, before])
      expect(await giveCode(await harness.challenge(), replayed)).toMatchObject({
        status: 422,
        envelope: { code: "staff.code_used" },
      });
    expect((await giveCode(await harness.challenge(), harness.appCode(secret, 1))).status).toBe(200);
  });

  it("that enrolled the app is not taken again to sign in", async () => {
    const { invitation } = await harness.invite();
    const { secret } = await harness.enroll(invitation);
    const answer = await giveCode(await harness.challenge(), harness.appCode(secret));
    expect(answer).toMatchObject({ status: 422, envelope: { code: "staff.code_used" } });
  });

  it("sent many times at once opens one session", async () => {
    const { secret } = await harness.member();
    const challenges = await Promise.all(Array.from({ length: 4 }, () => harness.challenge()));
    const code = harness.appCode(secret);
    const answers = await Promise.all([...challenges, ...challenges].map((one) => giveCode(one, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("is typed in Arabic digits too", async () => {
    const { secret } = await harness.member();
    const arabic = [...harness.appCode(secret)].map((digit) => String.fromCharCode(0x660 + Number(digit)));
    expect((await giveCode(await harness.challenge(), arabic.join(""))).status).toBe(200);
  });

  it("is not compared after five minutes, nor without a challenge of ours", async () => {
    const { secret } = await harness.member();
    const challenge = await harness.challenge();
    harness.clock.advance(300_000);
    for (const stale of [challenge, "made up", ""])
      expect(await giveCode(stale, harness.appCode(secret))).toMatchObject({
        status: 409,
        envelope: { code: "staff.challenge_expired" },
      });
  });

  it("guessed five times locks the guesser, with any number of challenges, and not the person", async () => {
    const { secret } = await harness.member();
    const wrong = wrongCode(harness.appCode(secret));
    for (let guess = 1; guess <= 5; guess += 1) {
      const { status } = await giveCode(await harness.challenge(email, elsewhere), wrong, elsewhere);
      expect(status).toBe(guess < 5 ? 422 : 429);
    }
    const right = harness.appCode(secret);
    expect((await giveCode(await harness.challenge(email, elsewhere), right, elsewhere)).status).toBe(429);
    expect((await giveCode(await harness.challenge(), right)).status).toBe(200);
  });
});

describe("a recovery code", () => {
  const recover = async (code: string) =>
    harness.post("recovery-code", { challenge: await harness.challenge(), recovery_code: code });

  it("signs in once, however it is typed", async () => {
    const { recoveryCodes } = await harness.member();
    const [first = "", second = ""] = recoveryCodes;
    expect(new Set(recoveryCodes).size).toBe(10);
    const { status, data } = await recover(first.toUpperCase().replace("-", " "));
    expect(status).toBe(200);
    expect((data as { member: object }).member).toMatchObject({ recovery_codes_left: 9 });
    expect(await recover(first)).toMatchObject({
      status: 422,
      envelope: { code: "staff.recovery_code_wrong", fields: { recovery_code: [expect.any(String)] } },
    });
    expect((await recover(second)).status).toBe(200);
  });

  it("of somebody else opens nothing, and what is none is marked", async () => {
    await harness.member();
    const { recoveryCodes } = await harness.member("salem@rawaj.example");
    expect((await recover(recoveryCodes[0] ?? "")).status).toBe(422);
    expect((await recover("123")).status).toBe(400);
  });

  it("is guessed no more often than the app's code", async () => {
    await harness.member();
    for (let guess = 1; guess <= 5; guess += 1) await recover("00000-00000");
    expect((await recover("00000-00000")).status).toBe(429);
  });
});

describe("the audit log", () => {
  it("holds every step of a sign-in with its address, and cannot be edited", async () => {
    const { memberId, secret, recoveryCodes } = await harness.member();
    await login("wrong", elsewhere);
    await login("wrong", elsewhere, "nobody@rawaj.example");
    await giveCode(await harness.challenge(), wrongCode(harness.appCode(secret)));
    const { data } = await giveCode(await harness.challenge(), harness.appCode(secret));
    await harness.signOut((data as { token: string }).token);
    await harness.post("recovery-code", {
      challenge: await harness.challenge(),
      recovery_code: recoveryCodes[0],
    });
    const own = { member_id: memberId, by_kind: "staff", address: "188.54.10.20" };
    expect(await harness.listAudit()).toEqual([
      { ...own, action: "staff.added", by_kind: "command", address: null },
      { ...own, action: "staff.enrolled" },
      { ...own, action: "staff.password_failed", by_kind: "visitor", address: elsewhere },
      { member_id: null, action: "staff.password_failed", by_kind: "visitor", address: elsewhere },
      { ...own, action: "staff.second_factor_failed", by_kind: "visitor" },
      { ...own, action: "staff.signed_in" },
      { ...own, action: "staff.signed_out" },
      { ...own, action: "staff.signed_in_by_recovery_code" },
    ]);
    await expect(harness.db.run(sql`delete from staff.audit_log`)).rejects.toThrow();
    await expect(harness.db.run(sql`update staff.audit_log set action = 'x'`)).rejects.toThrow();
  });
});

describe("what is stored", () => {
  it("holds no password, secret, code or token in clear", async () => {
    const { secret, token, recoveryCodes } = await harness.member();
    const challenge = await harness.challenge();
    const { invitation } = await harness.invite("salem@rawaj.example");
    const tables = ["members", "invitations", "challenges", "sessions", "recovery_codes", "audit_log"];
    const { rows } = await harness.db.driver.query(
      tables.map((table) => `select t::text as row from staff.${table} t`).join(" union all "),
      [],
    );
    const stored = (rows as { row: string }[]).map(({ row }) => row).join("\n");
    expect(stored).toContain(email);
    for (const clear of [password, secret, token, challenge, invitation, ...recoveryCodes])
      for (const form of [clear, clear.replace("-", ""), Buffer.from(clear).toString("hex")])
        expect(stored).not.toContain(form);
  });
});
