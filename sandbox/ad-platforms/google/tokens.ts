import { createHash } from "node:crypto";
import type { World } from "../../base/world.ts";
import {
  consumeCode,
  deleteIdentityTokens,
  deleteOldTokens,
  expireAllTokens,
  hasExpired,
} from "../shared/tokens.ts";
import { ACCESS_TOKEN_SECONDS, CODE_SECONDS } from "./facts.ts";

export const APP = { id: "rawaj-google.apps.googleusercontent.com", secret: "rawaj-google-secret" };

/** The grant of a person. */
export interface Grant {
  identity: string;
  scopes: string[];
}

/** The authorization request, besides the identity. */
export interface CodeTerms {
  redirectUri: string;
  codeChallenge: string | null;
  /** `access_type=offline` and `prompt=consent`: only then the first response has a refresh token. */
  isOffline: boolean;
}

interface Code extends Grant, CodeTerms {
  id: string;
  expires_at: number;
}

interface Token extends Grant {
  id: string;
  kind: "access" | "refresh";
  /** System time in milliseconds; null = no expiry. */
  expires_at: number | null;
}

export interface TokenResponse {
  access_token: string;
  expires_in: number;
  refresh_token?: string;
  scope: string;
  token_type: "Bearer";
}

/** Codes and tokens of Google's sign-in. Lifetimes run on the system clock. */
export interface Tokens {
  issueCode(grant: Grant, terms: CodeTerms): string;
  /** A code works once, for the same redirect address and with the verifier of its challenge. */
  exchange(code: string, redirectUri: string, verifier: string | null): TokenResponse | null;
  /** The refresh token stays the same: the response has none. */
  refresh(refreshToken: string): TokenResponse | null;
  issueDirectly(grant: Grant): TokenResponse & { refresh_token: string };
  read(accessToken: string): Grant | "expired" | "invalid";
  expireAll(): number;
  /** Revokes a token of either kind with its whole grant; false when it is unknown. */
  revokeToken(token: string): boolean;
  /** The person revokes access in their own settings. */
  revoke(identity: string): number;
}

export function makeTokens(world: World): Tokens {
  const codes = world.table<Code>("google.codes");
  const tokens = world.table<Token>("google.tokens");

  const give = (kind: Token["kind"], grant: Grant): string => {
    deleteOldTokens(tokens);
    const random = world.ids.token(`google/${kind}`, kind === "access" ? 80 : 60);
    const id = `${kind === "access" ? "ya29." : "1//"}${random}`;
    const expires_at = kind === "access" ? Date.now() + ACCESS_TOKEN_SECONDS * 1_000 : null;
    return tokens.put({ id, kind, identity: grant.identity, scopes: grant.scopes, expires_at }).id;
  };
  const answer = (grant: Grant): TokenResponse => ({
    access_token: give("access", grant),
    expires_in: ACCESS_TOKEN_SECONDS,
    scope: grant.scopes.join(" "),
    token_type: "Bearer",
  });
  const revoke = (identity: string) => deleteIdentityTokens(tokens, identity);

  return {
    issueCode(grant, terms) {
      const id = `4/${world.ids.token("google/code", 50)}`;
      return codes.put({ id, ...grant, ...terms, expires_at: Date.now() + CODE_SECONDS * 1_000 }).id;
    },
    exchange(id, redirectUri, verifier) {
      const code = consumeCode(codes, id);
      if (code?.redirectUri !== redirectUri) return null;
      if (code.codeChallenge !== null && code.codeChallenge !== computeChallenge(verifier ?? "")) return null;
      return code.isOffline ? { ...answer(code), refresh_token: give("refresh", code) } : answer(code);
    },
    refresh(id) {
      const token = tokens.get(id);
      return token?.kind === "refresh" ? answer(token) : null;
    },
    issueDirectly: (grant) => ({ ...answer(grant), refresh_token: give("refresh", grant) }),
    read(id) {
      const token = tokens.get(id);
      if (token?.kind !== "access") return "invalid";
      return hasExpired(token) ? "expired" : token;
    },
    expireAll: () => expireAllTokens(tokens),
    revokeToken(id) {
      const token = tokens.get(id);
      if (!token) return false;
      revoke(token.identity);
      return true;
    },
    revoke,
  };
}

function computeChallenge(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}
