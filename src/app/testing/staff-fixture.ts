import type { Db } from "#base/server/db/db.ts";
import { addMember } from "#modules/staff/server/manage-members.ts";
import { openSession } from "#modules/staff/server/sessions.store.ts";
import { defaultStaffSettings } from "#modules/staff/server/staff.settings.ts";
import type { RequestInput } from "./merchant-fixture.ts";

/** Somebody of the staff with an open invitation. */
export type StaffFixture = {
  invitation: string;
  /** A separate session, so that ending it ends nothing else. */
  token(): Promise<string>;
};

export async function buildStaffFixture(db: Db): Promise<StaffFixture> {
  const input = { email: "fixture@rawaj.example", name: "نورة", role: "admin" } as const;
  const { member, invitation } = await addMember(db, input, new Date());
  const visitor = { address: "192.0.2.7", userAgent: "a test" };
  return {
    invitation,
    async token() {
      const { sessionLimits } = defaultStaffSettings;
      const open = db.transaction((tx) => openSession(tx, member.id, visitor, sessionLimits, new Date()));
      return (await open).token;
    },
  };
}

/** A valid example of every call of the staff, and the expected result. Each can run after the one before. */
export function staffExamplesFor({
  invitation,
}: StaffFixture): Record<string, RequestInput & { expect?: number }> {
  const password = "saffron and seven crocuses";
  return {
    "POST Staff/Account/login": { body: { email: "nobody@rawaj.example", password }, expect: 422 },
    "POST Staff/Account/second-factor": { body: { challenge: "none", code: "000000" }, expect: 409 },
    "POST Staff/Account/recovery-code": {
      body: { challenge: "none", recovery_code: "00000-00000" },
      expect: 409,
    },
    "POST Staff/Account/enroll": { body: { invitation } },
    "POST Staff/Account/enroll/confirm": {
      body: { invitation, password, password_confirmation: `${password}!`, code: "000000" },
      expect: 400,
    },
    "GET Staff/Seasons/index": {},
    "PUT Staff/Seasons/month": { body: { hijri_year: 1448, hijri_month: 9, shift_days: 0 } },
    "PUT Staff/Seasons/cost-factor": {
      body: { season: "ramadan", phase: "last_ten", factor_basis_points: 14_000 },
    },
    "GET Staff/Account/me": {},
    "POST Staff/Account/logout": {},
  };
}
