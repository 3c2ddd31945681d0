import { createHmac } from "node:crypto";
import type { World } from "../../base/world.ts";
import { endAll, hasEnded, takeCode } from "../shared/tokens.ts";
import { CODE_SECONDS, LONG_TOKEN_SECONDS, SHORT_TOKEN_SECONDS } from "./facts.ts";

export const APP = { id: "rawaj-meta", secret: "rawaj-meta-secret" };
export const APP_TOKEN = `${APP.id}|${APP.secret}`;

/** What the person agreed to: who they are, what they gave and what they held back. */
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
  /** Machine time in milliseconds. */
  expires_at: number;
  isRevoked: boolean;
}

export interface TokenAnswer {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
}

/** Codes and tokens. There is nothing to refresh: a short token is exchanged once for one of sixty days. */
export interface Tokens {
  giveCode(grant: Grant, redirectUri: string): string;
  exchangeCode(code: string, redirectUri: string): TokenAnswer | null;
  /** Null when the token given is not one, or no longer. */
  exchangeToken(token: string): TokenAnswer | null;
  grantDirectly(grant: Grant): TokenAnswer;
  read(token: string): Token | "expired" | "revoked" | "invalid";
  expireAll(): number;
  revoke(identity: string): number;
}

export function makeTokens(world: World): Tokens {
  const codes = world.table<Code>("meta.codes");
  const tokens = world.table<Token>("meta.tokens");

  const give = ({ identity, scopes, declined }: Grant, isLong: boolean): TokenAnswer => {
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
    return hasEnded(token) ? "expired" : token;
  };

  return {
    giveCode(grant, redirectUri) {
      const id = world.ids.token("meta/code", 60);
      codes.put({ id, ...grant, redirect_uri: redirectUri, expires_at: Date.now() + CODE_SECONDS * 1_000 });
      return id;
    },
    exchangeCode(id, redirectUri) {
      const code = takeCode(codes, id);
      return code?.redirect_uri === redirectUri ? give(code, false) : null;
    },
    exchangeToken(id) {
      const token = read(id);
      return typeof token === "string" ? null : give(token, true);
    },
    grantDirectly: (grant) => give(grant, true),
    read,
    expireAll: () => endAll(tokens),
    revoke(identity) {
      const theirs = [...tokens.values()].filter((token) => token.identity === identity && !token.isRevoked);
      for (const token of theirs) tokens.put({ ...token, isRevoked: true });
      return theirs.length;
    },
  };
}

/** appsecret_proof: the token under the app's secret (Graph API, Securing requests). */
export function proofOf(token: string): string {
  return createHmac("sha256", APP.secret).update(token).digest("hex");
}
