import type { FastifyInstance } from "fastify";
import { normalizeAddress } from "#base/server/client-address.ts";
import type { Db } from "#base/server/db/db.ts";
import type { Handlers } from "#base/server/http/handlers.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { formatRecoveryCode } from "../contract/recovery-code.ts";
import { type StaffCalls, type StaffSignedIn, staffCalls } from "../contract/staff.calls.ts";
import { checkPassword } from "./check-password.ts";
import { completeSignIn } from "./complete-sign-in.ts";
import { confirmEnrolment, openInvitation } from "./enroll.ts";
import { loadSession } from "./sessions.store.ts";
import { signOut } from "./sign-out.ts";
import type { StaffDeps, Visitor } from "./staff.deps.ts";
import { presentMember } from "./staff.present.ts";

/** The staff's own account: signing in with two factors, enrolling them, signing out. */
export function mountStaff(app: FastifyInstance, context: HttpContext, deps: StaffDeps): void {
  const { sessionLimits, systemClock } = deps;
  const leave = signOut(deps);
  mountCalls(app, context, staffCalls, {
    ...publicHandlers(deps),
    "GET Staff/Account/me": async ({ db, session }) =>
      presentMember(await loadSession(db, session.sessionId), sessionLimits, systemClock.now()),
    "POST Staff/Account/logout": async ({ ctx, session, ip }) => {
      await leave(ctx, { sessionId: session.sessionId, address: normalizeAddress(ip) });
      return null;
    },
  });
}

type PublicCall = Exclude<keyof StaffCalls, "GET Staff/Account/me" | "POST Staff/Account/logout">;

function publicHandlers(deps: StaffDeps): Pick<Handlers<StaffCalls>, PublicCall> {
  const { sessionLimits, systemClock } = deps;
  const checkFirst = checkPassword(deps);
  const complete = completeSignIn(deps);
  const open = openInvitation(deps);
  const confirm = confirmEnrolment(deps);
  const toVisitor = ({ ip, userAgent }: { ip: string; userAgent: string }): Visitor => ({
    address: normalizeAddress(ip),
    userAgent,
  });
  const toSignedIn = async (
    db: Db,
    opened: { token: string; sessionId: string },
  ): Promise<StaffSignedIn> => ({
    token: opened.token,
    member: presentMember(await loadSession(db, opened.sessionId), sessionLimits, systemClock.now()),
  });
  return {
    "POST Staff/Account/login": ({ db, body, ...from }) =>
      checkFirst(db, { ...body, visitor: toVisitor(from) }),
    "POST Staff/Account/second-factor": async ({ db, body: { challenge, code }, ...from }) => {
      const proof = { kind: "totp", code } as const;
      return toSignedIn(db, await complete(db, { challenge, proof, visitor: toVisitor(from) }));
    },
    "POST Staff/Account/recovery-code": async ({ db, body: { challenge, recovery_code }, ...from }) => {
      const proof = { kind: "recovery", code: recovery_code } as const;
      return toSignedIn(db, await complete(db, { challenge, proof, visitor: toVisitor(from) }));
    },
    "POST Staff/Account/enroll": ({ db, body: { invitation }, ...from }) =>
      open(db, { invitation, visitor: toVisitor(from) }),
    "POST Staff/Account/enroll/confirm": async ({ db, body, ...from }) => {
      const { password_confirmation: confirmation, ...input } = body;
      const enrolled = await confirm(db, { ...input, confirmation, visitor: toVisitor(from) });
      return {
        ...(await toSignedIn(db, enrolled)),
        recovery_codes: enrolled.recoveryCodes.map(formatRecoveryCode),
      };
    },
  };
}
