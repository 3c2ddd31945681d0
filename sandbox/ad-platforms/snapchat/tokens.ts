import type { World } from "../../base/world.ts";
import {
  consumeCode,
  deleteIdentityTokens,
  deleteOldTokens,
  expireAllTokens,
  hasExpired,
} from "../shared/tokens.ts";
import { ACCESS_TOKEN_SECONDS, CODE_SECONDS } from "./facts.ts";

export const APP = { id: "rawaj-snapchat", secret: "rawaj-snapchat-secret" };

/** The grant: the identity and the scopes. */
export interface Grant {
  identity: string;
  scopes: string[];
}

interface Code extends Grant {
  id: string;
  redirect_uri: string;
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
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/** Codes and tokens of the accounts host. Lifetimes run on the system clock. */
export interface Tokens {
  issueCode(grant: Grant, redirectUri: string): string;
  /** A code works once, for the same redirect_uri, for ten minutes. */
  exchange(code: string, redirectUri: string): TokenResponse | null;
  refresh(refreshToken: string): TokenResponse | null;
  issueDirectly(grant: Grant): TokenResponse;
  /** "expired" and "invalid" are separate: Snapchat's 401 names the reason. */
  read(accessToken: string): Grant | "expired" | "invalid";
  expireAll(): number;
  /** The person revokes access: access and refresh tokens of the identity stop working. */
  revoke(identity: string): number;
}

export function makeTokens(world: World): Tokens {
  const codes = world.table<Code>("snapchat.codes");
  const tokens = world.table<Token>("snapchat.tokens");

  const issue = (kind: Token["kind"], grant: Grant): Token => {
    deleteOldTokens(tokens);
    const life = kind === "access" ? Date.now() + ACCESS_TOKEN_SECONDS * 1_000 : null;
    const id = world.ids.token(`snapchat/${kind}`, kind === "access" ? 64 : 48);
    return tokens.put({ id, kind, identity: grant.identity, scopes: grant.scopes, expires_at: life });
  };
  const answer = (grant: Grant, refreshToken: string): TokenResponse => ({
    access_token: issue("access", grant).id,
    token_type: "Bearer",
    expires_in: ACCESS_TOKEN_SECONDS,
    refresh_token: refreshToken,
    scope: grant.scopes.join(" "),
  });

  return {
    issueCode(grant, redirectUri) {
      const id = world.ids.token("snapchat/code", 40);
      codes.put({ id, ...grant, redirect_uri: redirectUri, expires_at: Date.now() + CODE_SECONDS * 1_000 });
      return id;
    },
    exchange(id, redirectUri) {
      const code = consumeCode(codes, id);
      return code?.redirect_uri === redirectUri ? answer(code, issue("refresh", code).id) : null;
    },
    refresh(id) {
      const token = tokens.get(id);
      return token?.kind === "refresh" ? answer(token, token.id) : null;
    },
    issueDirectly: (grant) => answer(grant, issue("refresh", grant).id),
    read(id) {
      const token = tokens.get(id);
      if (token?.kind !== "access") return "invalid";
      return hasExpired(token) ? "expired" : token;
    },
    expireAll: () => expireAllTokens(tokens),
    revoke: (identity) => deleteIdentityTokens(tokens, identity),
  };
}
