import { Secret, TOTP } from "otpauth";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { makeVault } from "#base/server/secrets.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { addMember } from "../server/manage-members.ts";
import { makeStaffFacade } from "../server/staff.facade.ts";
import { mountStaff } from "../server/staff.routes.ts";
import { defaultStaffSettings, type StaffSettings } from "../server/staff.settings.ts";

export type StaffHarness = Awaited<ReturnType<typeof openStaffHarness>>;

const start = "2026-11-22T09:00:00Z";
export const email = "noura@rawaj.example";
export const password = "saffron and seven crocuses";

/** A member who has enrolled. */
export type Enrolled = { memberId: string; secret: string; token: string; recoveryCodes: string[] };

/** The staff's calls on a real server and database, with a clock that can be moved and an authenticator app. */
export async function openStaffHarness(settings: Partial<StaffSettings> = {}) {
  const db = await testDb();
  const clock = frozenClock(start);
  const deps = {
    ...defaultStaffSettings,
    recoveryKeys: [Buffer.alloc(32, 7)],
    systemClock: clock,
    vault: makeVault([{ id: "test", key: Buffer.alloc(32, 1) }]),
    ...settings,
  };
  const staff = makeStaffFacade(deps);
  const { app, call } = await testServer(db, (app, context) =>
    mountStaff(app, { ...context, authenticateStaff: (token) => staff.authenticateStaff(db, token) }, deps),
  );
  const post = (name: string, body: object, ip = "188.54.10.20") =>
    call(`POST Staff/Account/${name}`, { body, ip });

  /** What the authenticator app shows, `ahead` steps of 30 seconds from now. */
  const appCode = (secret: string, ahead = 0) =>
    TOTP.generate({
      secret: Secret.fromBase32(secret),
      timestamp: clock.now().getTime() + ahead * 30_000,
    });

  const withToken = (name: string, token: string) =>
    call(name, { headers: { authorization: `Bearer ${token}` }, ip: "188.54.10.20" });

  const invite = (who = email) =>
    addMember(db, { email: who, name: "نورة العتيبي", role: "admin" }, clock.now());

  /** Enrols with this invitation, as the page does. */
  async function enroll(invitation: string): Promise<Enrolled> {
    const { data: opened } = await post("enroll", { invitation });
    const { secret } = opened as { secret: string };
    const body = { invitation, password, password_confirmation: password, code: appCode(secret) };
    const { data } = await post("enroll/confirm", body);
    type Done = { token: string; member: { id: string }; recovery_codes: string[] };
    const { token, member, recovery_codes } = data as Done;
    return { memberId: member.id, secret, token, recoveryCodes: recovery_codes };
  }

  return {
    db,
    clock,
    app,
    call,
    post,
    appCode,
    invite,
    enroll,
    /** Adds a member and enrols them; a minute passes, so that the app shows another code than the one just used. */
    async member(who = email): Promise<Enrolled> {
      const { invitation } = await invite(who);
      const enrolled = await enroll(invitation);
      clock.advance(60_000);
      return enrolled;
    },
    /** The challenge that a right password is answered with; empty when it is refused. */
    async challenge(who = email, ip?: string): Promise<string> {
      const { data } = await post("login", { email: who, password }, ip);
      return (data as { challenge: string } | null)?.challenge ?? "";
    },
    me: (token: string) => withToken("GET Staff/Account/me", token),
    signOut: (token: string) => withToken("POST Staff/Account/logout", token),
    listAudit: () =>
      db.many<{ member_id: string | null; action: string; by_kind: string; address: string | null }>(
        sql`select member_id, action, by_kind, address from staff.audit_log order by id`,
      ),
    async reset() {
      await db.reset();
      clock.set(start);
    },
    async close() {
      await app.close();
      await db.close();
    },
  };
}
