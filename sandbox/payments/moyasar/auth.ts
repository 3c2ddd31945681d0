import type { FastifyRequest } from "fastify";
import { MoyasarError, unauthenticated } from "./errors.ts";

export const KEYS = {
  publishable: "pk_test_rawaj",
  secret: "sk_test_rawaj",
  webhookSecret: "moyasar-webhook-secret",
};

/**
 * Authenticates a key: HTTP Basic, the key as user name, an empty password. A secret key with an Origin header came
 * from a browser: our own guard refuses it, the vendor may not.
 */
export function authenticateKey(request: FastifyRequest): "publishable" | "secret" {
  const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  const [key, password] = Buffer.from(basic ?? "", "base64")
    .toString("utf8")
    .split(":");
  if (!key || password) throw unauthenticated();
  if (key === KEYS.publishable) return "publishable";
  if (key !== KEYS.secret) throw unauthenticated();
  if (request.headers.origin !== undefined)
    throw new MoyasarError(403, "authentication_error", "A secret key must never be used in a browser");
  return "secret";
}

/** Everything but creating payments and tokens needs the secret key. */
export function requireSecretKey(request: FastifyRequest): void {
  if (authenticateKey(request) !== "secret") throw unauthenticated("This call needs the secret key");
}
