import type { HeldAbility } from "../../shared/abilities.ts";
import { type Actor, memberActor, systemActor } from "../../shared/actor.ts";
import type { Audience } from "../../shared/audience.ts";
import type { Access, Call, SignedAccess } from "../../shared/contract.ts";
import type { Context, ReadContext } from "../context.ts";
import type { Db, Tx } from "../db/db.ts";
import type { StaffContext, StaffTxContext } from "../staff-context.ts";

/** Who is calling: the session of a person that is active now, and the merchant it acts for. */
export type Session = {
  merchantId: string;
  /** The owner of the merchant, or a member of their team. */
  personId: string;
  sessionId: string;
  abilities: readonly HeldAbility[];
};

/** Who is calling: a member of the staff whose session is active now. */
export type StaffSession = { staffId: string; sessionId: string; abilities: readonly HeldAbility[] };

type Sessions = { Clients: Session; Staff: StaffSession };
type Contexts = {
  Clients: { reads: ReadContext; writes: Context };
  Staff: { reads: StaffContext; writes: StaffTxContext };
};

/** The session in a call's request; null where nobody is signed in, as behind a signed address. */
export type SessionFor<A extends Access, Who extends Audience> = A extends "public"
  ? null
  : A extends SignedAccess
    ? Sessions[Who] | null
    : Sessions[Who];

/** Who acts and when, as a call's use case gets it; of an idempotent call it holds `tx`. */
export type ContextFor<C extends Call, Who extends Audience> = C extends { access: "public" }
  ? null
  : Contexts[Who][C extends { idempotent: true } ? "writes" : "reads"];

/** Whoever makes a request, with what serving it needs of them. */
export type Caller = {
  session: Session | StaffSession | null;
  /** Null where nobody is known. */
  by: Actor["by"] | null;
  /** Their idempotency keys are their own: another caller's equal key is another key. */
  scope: string;
  /** The merchant it acts for; null for the staff, and where nobody is known. */
  merchantId: string | null;
  toContext(parts: ContextParts): ReadContext | StaffContext | null;
};
type ContextParts = { db: Db; tx?: Tx; now: Date; requestId: string };

export const anonymous: Caller = {
  session: null,
  by: null,
  scope: "public",
  merchantId: null,
  toContext: () => null,
};

export const toMerchantCaller = (session: Session): Caller =>
  actingFor(session, memberActor(session.merchantId, session.personId));

/** Nobody in person: whoever was given an address that we signed for the merchant. */
export const toSignedCaller = (merchantId: string): Caller => actingFor(null, systemActor(merchantId));

const actingFor = (session: Session | null, actor: Actor): Caller => ({
  session,
  by: actor.by,
  scope: actor.merchantId,
  merchantId: actor.merchantId,
  toContext: (parts) => ({ ...parts, actor }),
});

export function toStaffCaller(session: StaffSession): Caller {
  const by = { kind: "staff", id: session.staffId } as const;
  return {
    session,
    by,
    scope: session.staffId,
    merchantId: null,
    toContext: (parts) => ({ ...parts, by }),
  };
}
