import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { email, openStaffHarness, type StaffHarness } from "../testing/staff-harness.ts";
import { disableMember, resetSecondFactor } from "./manage-members.ts";
import { forgetOld } from "./staff.jobs.ts";

let harness: StaffHarness;
beforeAll(async () => {
  harness = await openStaffHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const minutes = (count: number) => harness.clock.advance(count * 60_000);
const isSignedIn = async (token: string) => (await harness.me(token)).status === 200;

describe("a session of the staff", () => {
  it("ends half an hour after its last use", async () => {
    const { token } = await harness.member();
    expect(await isSignedIn(token)).toBe(true);
    for (const _ of [1, 2, 3]) {
      minutes(29);
      expect(await isSignedIn(token)).toBe(true);
    }
    minutes(30);
    expect(await isSignedIn(token)).toBe(false);
  });

  it("ends after twelve hours, however much it is used", async () => {
    const { token } = await harness.member();
    const { data } = await harness.me(token);
    expect((data as { session: object }).session).toMatchObject({ ends_in_seconds: 1_800 });
    for (let passed = 0; passed < 715; passed += 15) {
      minutes(15);
      expect(await isSignedIn(token)).toBe(passed + 16 < 720);
    }
    minutes(15);
    expect(await isSignedIn(token)).toBe(false);
  });

  it("lasts as long as the settings say", async () => {
    const brief = await openStaffHarness({ sessionLimits: { idleMinutes: 5, absoluteHours: 1 } });
    const { token } = await brief.member();
    const { data } = await brief.me(token);
    expect((data as { session: object }).session).toMatchObject({ ends_in_seconds: 300 });
    brief.clock.advance(5 * 60_000);
    expect((await brief.me(token)).status).toBe(401);
    await brief.close();
  });

  it("ends when it is signed out, and the others stay", async () => {
    const { token, secret } = await harness.member();
    const code = harness.appCode(secret);
    const { data } = await harness.post("second-factor", { challenge: await harness.challenge(), code });
    const { token: other } = data as { token: string };
    expect((await harness.signOut(token)).status).toBe(200);
    expect(await isSignedIn(token)).toBe(false);
    expect(await isSignedIn(other)).toBe(true);
  });

  it("is found by nothing but its whole token", async () => {
    const { token, memberId } = await harness.member();
    for (const forged of [token.slice(0, -1), `${token}x`, memberId, "x".repeat(43)])
      expect(await isSignedIn(forged)).toBe(false);
  });
});

describe("a member who is disabled", () => {
  it("is signed out at once, and cannot come back", async () => {
    const { token, secret } = await harness.member();
    const challenge = await harness.challenge();
    await disableMember(harness.db, email, harness.clock.now());
    expect(await isSignedIn(token)).toBe(false);
    const code = harness.appCode(secret);
    expect((await harness.post("second-factor", { challenge, code })).status).toBe(409);
    expect(await harness.challenge()).toBe("");
  });

  it("cannot use an open link, and is disabled once", async () => {
    const { invitation } = await harness.invite();
    await disableMember(harness.db, email, harness.clock.now());
    expect((await harness.post("enroll", { invitation })).status).toBe(409);
    await expect(disableMember(harness.db, email, harness.clock.now())).rejects.toThrow(/disabled/);
    await expect(resetSecondFactor(harness.db, email, harness.clock.now())).rejects.toThrow(/disabled/);
  });
});

describe("a member whose second factor is reset", () => {
  it("is signed out, can use neither factor, and enrols again with the new link", async () => {
    const { token, secret, recoveryCodes } = await harness.member();
    const challenge = await harness.challenge();
    const { invitation } = await resetSecondFactor(harness.db, email, harness.clock.now());
    expect(await isSignedIn(token)).toBe(false);
    expect(await harness.challenge()).toBe("");
    expect((await harness.post("second-factor", { challenge, code: harness.appCode(secret) })).status).toBe(
      409,
    );

    const again = await harness.enroll(invitation);
    expect(again.secret).not.toBe(secret);
    expect(again.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([]);
    expect(await isSignedIn(again.token)).toBe(true);
    expect((await harness.listAudit()).map(({ action }) => action)).toContain("staff.second_factor_reset");
  });

  it("has to exist", async () => {
    await expect(resetSecondFactor(harness.db, "nobody@rawaj.example", harness.clock.now())).rejects.toThrow(
      /not a member/,
    );
  });
});

describe("what is past its use", () => {
  it("is forgotten, and the audit log stays", async () => {
    await harness.member();
    await harness.invite("salem@rawaj.example");
    await harness.challenge();
    await harness.post("login", { email, password: "wrong" });
    const count = async () =>
      (
        await harness.db.one<{ count: number }>(sql`
          select (select count(*) from staff.sessions) + (select count(*) from staff.challenges)
            + (select count(*) from staff.invitations) + (select count(*) from staff.failed_attempts) as count`)
      ).count;
    expect(await count()).toBeGreaterThanOrEqual(4);
    harness.clock.advance(100 * 86_400_000);
    await forgetOld(harness.db, harness.clock.now());
    expect(await count()).toBe(0);
    expect((await harness.listAudit()).length).toBeGreaterThan(2);
  });
});
