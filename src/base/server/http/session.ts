import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Ability, Access } from "../../shared/contract.ts";

/** Who is calling: a merchant's session that is active now. */
export type Session = { merchantId: string; sessionId: string; abilities: readonly Ability[] };

/** Finds the session of a bearer token; null when it is unknown, revoked or expired. */
export type Authenticate = (token: string) => Promise<Session | null>;

export function parseBearer(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_\-.~+/=]{16,512})$/.exec(header ?? "")?.[1];
}

/** Authorizes a call, or refuses: 401 when there is no session, 403 when this session lacks the ability. */
export async function authorize<Found extends Pick<Session, "abilities">>(
  access: Access,
  header: string | undefined,
  authenticate: (token: string) => Promise<Found | null>,
): Promise<Found | null> {
  if (access === "public") return null;
  const token = parseBearer(header);
  const session = token === undefined ? null : await authenticate(token);
  if (!session) return baseRefusals.refuse("base.session_gone");
  if (access !== "signed-in") requireAbility(session, access);
  return session;
}

/** For calls that learn which ability they need from what they find. Refuses with 403. */
export function requireAbility({ abilities }: Pick<Session, "abilities">, required: Ability): void {
  if (!abilities.some((granted) => allows(granted, required))) baseRefusals.refuse("base.not_allowed");
}

function allows(granted: Ability, required: Ability): boolean {
  const subject = granted.subject === "all" || granted.subject === required.subject;
  return subject && (granted.action === "manage" || granted.action === required.action);
}
