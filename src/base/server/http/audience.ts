import { type Actor, memberActor } from "../../shared/actor.ts";
import { type Audience, parseAudience } from "../../shared/audience.ts";
import type { Ability, Call } from "../../shared/contract.ts";
import type { Context, ReadContext } from "../context.ts";
import type { Db, Tx } from "../db/db.ts";
import type { StaffContext, StaffTxContext } from "../staff-context.ts";
import { type Authenticate, authorize, type Session } from "./session.ts";

/** Who is calling: a member of the staff whose session is active now. */
export type StaffSession = { staffId: string; sessionId: string; abilities: readonly Ability[] };

/** Finds the staff session of a bearer token; null when it is unknown, ended or expired, or a merchant's. */
export type AuthenticateStaff = (token: string) => Promise<StaffSession | null>;

/** What tells who is calling, an audience at a time. */
export type Authenticators = { authenticate: Authenticate; authenticateStaff: AuthenticateStaff };

type Sessions = { Clients: Session; Staff: StaffSession };
type Contexts = {
  Clients: { reads: ReadContext; writes: Context };
  Staff: { reads: StaffContext; writes: StaffTxContext };
};

/** The session in a call's request; nobody is signed in for a public one. */
export type SessionFor<C extends Call, Who extends Audience> = C extends { access: "public" }
  ? null
  : Sessions[Who];

/** Who acts and when, as a call's use case gets it; of an idempotent call it holds `tx`. */
export type ContextFor<C extends Call, Who extends Audience> = C extends { access: "public" }
  ? null
  : Contexts[Who][C extends { idempotent: true } ? "writes" : "reads"];

/** Whoever makes a call, with what serving it needs of them. */
export type Caller = {
  session: Session | StaffSession;
  by: Actor["by"];
  /** Their idempotency keys are their own: another caller's equal key is another key. */
  scope: string;
  toContext(parts: ContextParts): ReadContext | StaffContext;
};
type ContextParts = { db: Db; tx?: Tx; now: Date; requestId: string };

/** Finds who is calling among the call's own audience; null for a public call. Refuses with 401 or 403. */
export async function identifyCaller(
  { name, call, authorization }: { name: string; call: Call; authorization: string | undefined },
  { authenticate, authenticateStaff }: Authenticators,
): Promise<Caller | null> {
  if (parseAudience(name) === "Clients") {
    const session = await authorize(call.access, authorization, authenticate);
    return session && toMerchantCaller(session);
  }
  const session = await authorize(call.access, authorization, authenticateStaff);
  return session && toStaffCaller(session);
}

function toMerchantCaller(session: Session): Caller {
  // Until a merchant has members, whoever is signed in is its owner.
  const actor = memberActor(session.merchantId, session.merchantId);
  return {
    session,
    by: actor.by,
    scope: session.merchantId,
    toContext: (parts) => ({ ...parts, actor }),
  };
}

function toStaffCaller(session: StaffSession): Caller {
  const by = { kind: "staff", id: session.staffId } as const;
  return { session, by, scope: session.staffId, toContext: (parts) => ({ ...parts, by }) };
}
