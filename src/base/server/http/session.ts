import type { FastifyRequest } from "fastify";
import { type Ability, allows } from "../../shared/abilities.ts";
import type { Audience } from "../../shared/audience.ts";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Access, SignedAccess } from "../../shared/contract.ts";
import {
  anonymous,
  type Caller,
  type Session,
  type StaffSession,
  toMerchantCaller,
  toSignedCaller,
  toStaffCaller,
} from "./audience.ts";
import type { SignedLinks } from "./signed-links.ts";

/** Finds the session of a bearer token; null when it is unknown, revoked or expired. */
export type Authenticate = (token: string) => Promise<Session | null>;

/** Finds the staff session of a bearer token; null when it is unknown, ended or expired, or a merchant's. */
export type AuthenticateStaff = (token: string) => Promise<StaffSession | null>;

export function parseBearer(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_\-.~+/=]{16,512})$/.exec(header ?? "")?.[1];
}

/** What is known of a call before its request is read. */
type GuardedCall = { audience: Audience; access: Access };

export type Authorizers = {
  authenticate: Authenticate;
  authenticateStaff: AuthenticateStaff;
  links: Pick<SignedLinks, "read">;
};

/**
 * Authorizes a request of a call, or refuses: 401 when there is no session of the call's own audience, 403 when this
 * session lacks the ability. The only place that decides who may call.
 */
export async function authorize(
  { audience, access }: GuardedCall,
  { url, query, headers }: Pick<FastifyRequest, "url" | "query" | "headers">,
  { authenticate, authenticateStaff, links }: Authorizers,
): Promise<Caller> {
  if (access === "public") return anonymous;
  if (isSigned(access)) {
    const merchantId = links.read(url.split("?")[0] ?? "", query as Record<string, string>);
    if (merchantId !== null) return toSignedCaller(merchantId);
  }
  const required = isSigned(access) ? access.signedOr : access;
  const token = parseBearer(headers.authorization) ?? "";
  return audience === "Staff"
    ? toStaffCaller(requireSession(required, token && (await authenticateStaff(token))))
    : toMerchantCaller(
        requireSameMerchant(headers, requireSession(required, token && (await authenticate(token)))),
      );
}

/**
 * A page says which merchant it shows (`x-merchant`). Where its session acts for another one meanwhile, as after a switch
 * in another tab, nothing is read or changed: 409. Callers that show no merchant leave the header out.
 */
function requireSameMerchant(headers: FastifyRequest["headers"], session: Session): Session {
  const shown = headers["x-merchant"];
  if (shown !== undefined && shown !== session.merchantId) baseRefusals.refuse("base.merchant_switched");
  return session;
}

function requireSession<Found extends Pick<Session, "abilities">>(
  required: "signed-in" | Ability,
  session: Found | null | "",
): Found {
  if (!session) return baseRefusals.refuse("base.session_gone");
  if (required !== "signed-in") requireAbility(session, required);
  return session;
}

export const isSigned = (access: Access): access is SignedAccess =>
  typeof access === "object" && "signedOr" in access;

/** For calls that learn which ability they need from what they find. Refuses with 403. */
export function requireAbility({ abilities }: Pick<Session, "abilities">, required: Ability): void {
  if (!abilities.some((granted) => allows(granted, required))) baseRefusals.refuse("base.not_allowed");
}
