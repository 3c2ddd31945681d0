import { createHash } from "node:crypto";
import { normalizeAddress } from "#base/server/client-address.ts";
import type { CallRequest } from "#base/server/http/handlers.ts";
import { randomToken } from "#base/server/ids.ts";
import type { Call } from "#base/shared/contract.ts";
import type { Caller } from "../domain/caller.ts";

export type AnonymousRequest = Pick<
  CallRequest<Call>,
  "ip" | "userAgent" | "requestId" | "language" | "cookie" | "setHeader"
>;

const cookieName = "rawaj_browser";
const cookieSeconds = 180 * 86_400;

/**
 * Runs `work` for the calling browser and sets its cookie, also when the call is refused: 256 random bits that no
 * script can read and no other site can send. They authenticate nobody; they tell browsers apart.
 */
export function withCaller<Answer>(
  request: AnonymousRequest,
  publicUrl: string,
  work: (caller: Caller) => Promise<Answer>,
): Promise<Answer> {
  const cookieToken = /^[\w-]{43}$/.exec(request.cookie(cookieName) ?? "")?.[0];
  const token = cookieToken ?? randomToken(32);
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  request.setHeader(
    "set-cookie",
    `${cookieName}=${token}; Path=/Clients/Account; Max-Age=${cookieSeconds}; HttpOnly; SameSite=Strict${secure}`,
  );
  return work({
    address: normalizeAddress(request.ip),
    userAgent: request.userAgent,
    requestId: request.requestId,
    language: request.language,
    browserHash: createHash("sha256").update(token).digest(),
    hasCookie: cookieToken !== undefined,
  });
}
