import type { FastifyRequest } from "fastify";
import { unauthorized } from "./errors.ts";
import { APP } from "./facts.ts";
import { computeSignature, parseAuthorization, signatureBase } from "./signature.ts";

/** The tolerance of a caller's clock. */
const CLOCK_SECONDS = 300;

export type Signed = {
  oauth: Map<string, string>;
  /** The parameters of the query and of a form; both are signed. */
  rawParams: [string, string][];
  url: URL;
};

/**
 * Verifies the signature of a request (OAuth 1.0a, HMAC-SHA1). `findSecret` returns the secret of a token, or null.
 * A nonce is accepted once: within the clock's tolerance no call can be replayed.
 */
export function makeGuard(now: () => number = Date.now) {
  const nonces = new Map<string, number>();

  const spendNonce = (nonce: string, stamp: number) => {
    for (const [old, until] of nonces) {
      if (until >= now()) break;
      nonces.delete(old);
    }
    if (nonces.has(nonce)) throw unauthorized("The nonce was used before");
    nonces.set(nonce, (stamp + 2 * CLOCK_SECONDS) * 1_000);
  };

  return function check(
    request: FastifyRequest,
    findSecret: (token: string | null) => string | null,
  ): Signed {
    const oauth = parseAuthorization(request.headers.authorization);
    if (!oauth) throw unauthorized("An OAuth 1.0a Authorization header is required");
    const stated = (name: string) => oauth.get(`oauth_${name}`) ?? "";
    if (stated("consumer_key") !== APP.key) throw unauthorized("The consumer key is not known");
    if (stated("signature_method") !== "HMAC-SHA1" || !["", "1.0"].includes(stated("version")))
      throw unauthorized("Only HMAC-SHA1 signatures of OAuth 1.0 are taken");
    const stamp = Number(stated("timestamp"));
    if (!(Math.abs(now() / 1_000 - stamp) <= CLOCK_SECONDS)) throw unauthorized("Timestamp out of bounds");
    if (!stated("nonce")) throw unauthorized("A nonce is required");
    const secret = findSecret(oauth.get("oauth_token") ?? null);
    if (secret === null) throw unauthorized("The token is not valid");

    const url = new URL(`${request.protocol}://${request.headers.host ?? ""}${request.url}`);
    const rawParams = [...url.searchParams, ...formIn(request)];
    const signed = [...oauth].filter(([name]) => name !== "oauth_signature" && name !== "realm");
    const base = signatureBase(request.method, url, [...signed, ...rawParams]);
    if (computeSignature(base, APP.secret, secret) !== stated("signature"))
      throw unauthorized("The signature is not valid");
    spendNonce(`${stated("token")}/${stated("nonce")}`, stamp);
    return { oauth, rawParams, url };
  };
}
export type Guard = ReturnType<typeof makeGuard>;

/** Only a form's fields are signed; JSON and multipart bodies are not. */
function formIn(request: FastifyRequest): [string, string][] {
  const type = request.headers["content-type"] ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) return [];
  return [...new URLSearchParams(request.rawBody.toString("utf8"))];
}
