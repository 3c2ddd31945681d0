import type { World } from "../../base/world.ts";
import { consumeCode } from "../shared/tokens.ts";
import { AUTH_CODE_SECONDS } from "./facts.ts";

export const APP = { id: "7400000000000000001", secret: "rawaj-tiktok-secret" };

/** The grant: the identity, and the app's scopes that were accepted. */
export interface Grant {
  identity: string;
  scopes: number[];
}

interface Code extends Grant {
  id: string;
  expires_at: number;
}

interface Token extends Grant {
  id: string;
  /** A token has no expiry; it ends only when it is revoked. */
  revoked: boolean;
}

/** Codes and tokens of the Marketing API. A code's hour runs on the system clock. */
export interface Tokens {
  issueCode(grant: Grant): string;
  /** A code works once, for an hour; null when it is invalid. */
  exchange(code: string): (Grant & { token: string }) | null;
  issueDirectly(grant: Grant): string;
  /** Null for an unknown or revoked token. */
  read(token: string): Grant | null;
  revokeToken(token: string): boolean;
  revokeAll(): number;
  /** The person removes the app in their own settings. */
  revokeIdentity(identity: string): number;
}

export function makeTokens(world: World): Tokens {
  const codes = world.table<Code>("tiktok.codes");
  const tokens = world.table<Token>("tiktok.tokens");
  const issue = ({ identity, scopes }: Grant) =>
    tokens.put({ id: world.ids.token("tiktok/access", 40), identity, scopes, revoked: false }).id;
  const revoke = (matches: (token: Token) => boolean) => {
    const active = [...tokens.values()].filter((token) => !token.revoked && matches(token));
    for (const token of active) tokens.put({ ...token, revoked: true });
    return active.length;
  };

  return {
    issueCode(grant) {
      const id = world.ids.token("tiktok/code", 40);
      codes.put({ id, ...grant, expires_at: Date.now() + AUTH_CODE_SECONDS * 1_000 });
      return id;
    },
    exchange(id) {
      const code = consumeCode(codes, id);
      return code && { ...code, token: issue(code) };
    },
    issueDirectly: issue,
    read(id) {
      const token = tokens.get(id);
      return token && !token.revoked ? token : null;
    },
    revokeToken: (id) => revoke((token) => token.id === id) > 0,
    revokeAll: () => revoke(() => true),
    revokeIdentity: (identity) => revoke((token) => token.identity === identity),
  };
}
