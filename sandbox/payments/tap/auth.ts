import type { FastifyRequest } from "fastify";
import { TapError } from "./errors.ts";

export const KEYS = { secret: "sk_test_rawaj_tap" };

/**
 * Every call here needs the secret key: `Authorization: Bearer sk_…`. With an Origin header it came from a browser: our
 * own guard refuses it, the vendor may not.
 */
export function requireSecretKey(request: FastifyRequest): void {
  const key = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  if (key !== KEYS.secret) throw new TapError(401, "2107", "Authentication credentials were not provided");
  if (request.headers.origin !== undefined)
    throw new TapError(403, "2108", "A secret key must never be used in a browser");
}
