import type { FastifyRequest } from "fastify";
import { type Ability, allows, type HeldAbility } from "../../shared/abilities.ts";
import { type Actor, memberActor, systemActor } from "../../shared/actor.ts";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Access, Audience, SignedAccess } from "../../shared/contract.ts";
import type { SignedLinks } from "./signed-links.ts";

/** Who is calling: a merchant's session that is active now. */
export type Session = { merchantId: string; sessionId: string; abilities: readonly HeldAbility[] };

/** Finds the session of a bearer token; null when it is unknown, revoked or expired. */
export type Authenticate = (token: string) => Promise<Session | null>;

export function parseBearer(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_\-.~+/=]{16,512})$/.exec(header ?? "")?.[1];
}

/** Who was let in: a session, the merchant of a signed address, or nobody known. */
export type Caller = { session: Session | null; actor: Actor | null };

export const anonymous: Caller = { session: null, actor: null };

/** What is known of a call before its request is read. */
type GuardedCall = { audience: Audience; access: Access };

export type Authorizers = { authenticate: Authenticate; links: Pick<SignedLinks, "read"> };

/**
 * Authorizes a request of a call, or refuses: 401 when there is no session, 403 when this session lacks the ability.
 * The only place that decides who may call.
 */
export async function authorize(
  { audience, access }: GuardedCall,
  { url, query, headers }: Pick<FastifyRequest, "url" | "query" | "headers">,
  { authenticate, links }: Authorizers,
): Promise<Caller> {
  if (access === "public") return anonymous;
  if (isSigned(access)) {
    const merchantId = links.read(url.split("?")[0] ?? "", query as Record<string, string>);
    // Nobody in person: whoever was given the address.
    if (merchantId !== null) return { session: null, actor: systemActor(merchantId) };
  }
  // The addresses at the root are used by the merchants' web.
  const authenticators: Record<Audience, Authenticate> = { Clients: authenticate, root: authenticate };
  const token = parseBearer(headers.authorization);
  const session = token === undefined ? null : await authenticators[audience](token);
  if (!session) return baseRefusals.refuse("base.session_gone");
  const required = isSigned(access) ? access.signedOr : access;
  if (required !== "signed-in") requireAbility(session, required);
  // Until a merchant has members, whoever is signed in is its owner.
  return { session, actor: memberActor(session.merchantId, session.merchantId) };
}

export const isSigned = (access: Access): access is SignedAccess =>
  typeof access === "object" && "signedOr" in access;

/** For calls that learn which ability they need from what they find. Refuses with 403. */
export function requireAbility({ abilities }: Pick<Session, "abilities">, required: Ability): void {
  if (!abilities.some((granted) => allows(granted, required))) baseRefusals.refuse("base.not_allowed");
}
