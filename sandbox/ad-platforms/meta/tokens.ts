import { createHmac } from "node:crypto";
import type { World } from "../../base/world.ts";
import { consumeCode, expireAllTokens, hasExpired } from "../shared/tokens.ts";
import { CODE_SECONDS, LONG_TOKEN_SECONDS, SHORT_TOKEN_SECONDS } from "./facts.ts";

export const APP = { id: "rawaj-meta", secret: "rawaj-meta-secret" };
export const APP_TOKEN = `${APP.id}|${APP.secret}`;

/** The grant: the identity, the granted and the declined permissions. */
export interface Grant {
  identity: string;
  scopes: string[];
  declined: string[];
}

interface Code extends Grant {
  id: string;
  redirect_uri: string;
  expires_at: number;
}

export interface Token extends Grant {
  id: string;
  isLong: boolean;
  /** System time in milliseconds. */
  expires_at: number;
  isRevoked: boolean;
}

export interface TokenResponse {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
}

/** Codes and tokens. There is no refresh: a short-lived token is exchanged once for one of sixty days. */
export interface Tokens {
  issueCode(grant: Grant, redirectUri: string): string;
  exchangeCode(code: string, redirectUri: string): TokenResponse | null;
  /** Null when the token is unknown or expired. */
  exchangeToken(token: string): TokenResponse | null;
  issueDirectly(grant: Grant): TokenResponse;
  read(token: string): Token | "expired" | "revoked" | "invalid";
  expireAll(): number;
  revoke(identity: string): number;
}

export function makeTokens(world: World): Tokens {
  const codes = world.table<Code>("meta.codes");
  const tokens = world.table<Token>("meta.tokens");

  const give = ({ identity, scopes, declined }: Grant, isLong: boolean): TokenResponse => {
    const seconds = isLong ? LONG_TOKEN_SECONDS : SHORT_TOKEN_SECONDS;
    const id = `EAA${world.ids.token("meta/token", 60)}`;
    const expires_at = Date.now() + seconds * 1_000;
    tokens.put({ id, identity, scopes, declined, isLong, expires_at, isRevoked: false });
    return { access_token: id, token_type: "bearer", expires_in: seconds };
  };
  const read: Tokens["read"] = (id) => {
    const token = tokens.get(id);
    if (!token) return "invalid";
    if (token.isRevoked) return "revoked";
    return hasExpired(token) ? "expired" : token;
  };

  return {
    issueCode(grant, redirectUri) {
      const id = world.ids.token("meta/code", 60);
      codes.put({ id, ...grant, redirect_uri: redirectUri, expires_at: Date.now() + CODE_SECONDS * 1_000 });
      return id;
    },
    exchangeCode(id, redirectUri) {
      const code = consumeCode(codes, id);
      return code?.redirect_uri === redirectUri ? give(code, false) : null;
    },
    exchangeToken(id) {
      const token = read(id);
      return typeof token === "string" ? null : give(token, true);
    },
    issueDirectly: (grant) => give(grant, true),
    read,
    expireAll: () => expireAllTokens(tokens),
    revoke(identity) {
      const owned = [...tokens.values()].filter((token) => token.identity === identity && !token.isRevoked);
      for (const token of owned) tokens.put({ ...token, isRevoked: true });
      return owned.length;
    },
  };
}

/** appsecret_proof: the token under the app's secret (Graph API, Securing requests). */
export function computeAppSecretProof(token: string): string {
  return createHmac("sha256", APP.secret).update(token).digest("hex");
}
