import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { email, openStaffHarness, password, type StaffHarness } from "../testing/staff-harness.ts";
import { resetSecondFactor } from "./manage-members.ts";

let harness: StaffHarness;
beforeAll(async () => {
  harness = await openStaffHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

type Opened = { name: string; email: string; secret: string; uri: string };
async function open(invitation: string): Promise<Opened> {
  return (await harness.post("enroll", { invitation })).data;
}
const confirm = (invitation: string, code: string, own: object = {}) =>
  harness.post("enroll/confirm", {
    invitation,
    password,
    password_confirmation: password,
    code,
    ...own,
  });

describe("an invitation", () => {
  it("shows whose it is, with the secret as text and as an address for a QR code", async () => {
    const { invitation } = await harness.invite();
    const opened = await open(invitation);
    expect(opened).toMatchObject({ name: "نورة العتيبي", email });
    expect(opened.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(opened.uri).toContain(`secret=${opened.secret}`);
    expect(await open(invitation)).toEqual(opened);
  });

  it("signs the person in and gives ten recovery codes, once a code confirms the app", async () => {
    const { invitation } = await harness.invite();
    const { secret } = await open(invitation);
    const { status, data } = await confirm(invitation, harness.appCode(secret));
    expect(status).toBe(200);
    const { token, recovery_codes } = data as { token: string; recovery_codes: string[] };
    expect(recovery_codes).toHaveLength(10);
    for (const code of recovery_codes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
    expect((await harness.me(token)).status).toBe(200);
  });

  it("is used once, also when it is confirmed many times at once", async () => {
    const { invitation } = await harness.invite();
    const { secret } = await open(invitation);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => confirm(invitation, harness.appCode(secret))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect((await harness.post("enroll", { invitation })).status).toBe(409);
  });

  it("stays good when the code, the password or its repetition is refused", async () => {
    const { invitation } = await harness.invite();
    const { secret } = await open(invitation);
    const code = harness.appCode(secret);
    const stale = await confirm(invitation, harness.appCode(secret, 2));
    expect(stale).toMatchObject({ status: 422, envelope: { code: "staff.code_wrong" } });
    expect((await harness.listAudit()).map(({ action }) => action)).toContain("staff.second_factor_failed");
    const short = await confirm(invitation, code, { password: "short", password_confirmation: "short" });
    expect(short).toMatchObject({ status: 400, envelope: { fields: { password: [expect.any(String)] } } });
    const other = await confirm(invitation, code, { password_confirmation: `${password}!` });
    expect(other).toMatchObject({
      status: 400,
      envelope: { code: "staff.password_mismatch", fields: { password_confirmation: [expect.any(String)] } },
    });
    expect((await confirm(invitation, code)).status).toBe(200);
  });

  it("is void after three days, when a newer one was made, and when it was made up", async () => {
    const { invitation } = await harness.invite();
    const { invitation: newer } = await resetSecondFactor(harness.db, email, harness.clock.now());
    for (const gone of [invitation, "made up"])
      expect(await harness.post("enroll", { invitation: gone })).toMatchObject({
        status: 409,
        envelope: { code: "staff.invitation_expired" },
      });
    const { secret } = await open(newer);
    harness.clock.advance(3 * 86_400_000);
    expect((await confirm(newer, harness.appCode(secret))).status).toBe(409);
  });

  it("cannot be confirmed before it was opened", async () => {
    const { invitation } = await harness.invite();
    expect((await confirm(invitation, "000000")).status).toBe(409);
  });

  it("is not made twice for one e-mail", async () => {
    await harness.invite();
    await expect(harness.invite()).rejects.toThrow(/already a member/);
  });
});
