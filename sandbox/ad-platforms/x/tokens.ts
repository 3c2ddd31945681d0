import type { World } from "../../base/world.ts";

/** The lifetime of a request token; X documents none. System time. */
const REQUEST_TOKEN_MS = 15 * 60_000;

export interface RequestToken {
  id: string;
  secret: string;
  callback: string;
  expires_at: number;
  /** Set once the person has approved. */
  verifier: string | null;
  identity: string | null;
}

export interface AccessToken {
  id: string;
  secret: string;
  identity: string;
}

/** Tokens of OAuth 1.0a. An access token has no expiry: it is valid until the person revokes it. */
export interface Tokens {
  request(callback: string): RequestToken;
  findRequest(id: string): RequestToken | null;
  /** The person approves; returns the verifier for the redirect. */
  approve(id: string, identity: string): string;
  /** A request token works once, with its own verifier. */
  exchange(id: string, verifier: string): AccessToken | null;
  deleteRequest(id: string): void;
  issue(identity: string): AccessToken;
  read(id: string): AccessToken | null;
  revokeTokens(identity?: string): number;
}

export function makeTokens(world: World): Tokens {
  const requests = world.table<RequestToken>("x.request_tokens");
  const tokens = world.table<AccessToken>("x.tokens");
  const findRequest = (id: string) => {
    const found = requests.get(id);
    return found && found.expires_at > Date.now() ? found : null;
  };
  const issue = (identity: string): AccessToken =>
    tokens.put({
      id: `${world.ids.number("x/token", 10)}-${world.ids.token("x/token", 40)}`,
      secret: world.ids.token("x/token-secret", 45),
      identity,
    });
  return {
    request(callback) {
      for (const old of requests.values()) if (old.expires_at <= Date.now()) requests.delete(old.id);
      return requests.put({
        id: world.ids.token("x/request", 27),
        secret: world.ids.token("x/request-secret", 32),
        callback,
        expires_at: Date.now() + REQUEST_TOKEN_MS,
        verifier: null,
        identity: null,
      });
    },
    findRequest,
    approve(id, identity) {
      const found = findRequest(id);
      if (!found) throw new Error("only a living request token is agreed to");
      const verifier = world.ids.token("x/verifier", 32);
      requests.put({ ...found, verifier, identity });
      return verifier;
    },
    exchange(id, verifier) {
      const found = findRequest(id);
      if (!found?.identity || found.verifier !== verifier) return null;
      requests.delete(id);
      return issue(found.identity);
    },
    deleteRequest: (id) => requests.delete(id),
    issue,
    read: (id) => tokens.get(id) ?? null,
    revokeTokens(identity) {
      const owned = [...tokens.values()].filter((token) => !identity || token.identity === identity);
      for (const token of owned) tokens.delete(token.id);
      return owned.length;
    },
  };
}
