import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readCookie } from "../http/cookies.ts";
import type { HttpContext } from "../http/mount.ts";
import { parseBearer } from "../http/session.ts";

/** How a browser came back from another site's consent page (OAuth's callback). */
export type OAuthCallback = {
  /** Query parameters of the callback that occur once; a repeated name is ignored. */
  query: Readonly<Record<string, string>>;
  /** Whether this browser, or this bearer token, belongs to the merchant who started the flow. */
  isOwn(state: string, merchantId: string): Promise<boolean>;
  /** For the context of what the callback sets going. */
  requestId: string;
};

/** The address that a vendor's consent page redirects the browser to; registered with the vendor. */
export function callbackUrl(publicUrl: string, vendor: string): string {
  return `${publicUrl}/oauth/${vendor}/callback`;
}

/** 256 random bits without hyphens, which some platforms take out of a state they echo. */
export function createState(): string {
  return randomBytes(32).toString("hex");
}

/** States are stored as hashes: a reader of the database cannot complete a merchant's flow. */
export function hashState(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}

/** Each authorization flow has its own cookie, so that two tabs do not disturb each other. */
const cookieName = (state: string) => `rawaj_consent_${hashState(state).slice(0, 12)}`;

/**
 * The cookie that binds the flow to the browser that started it. Without it an attacker could send a merchant through a
 * consent page, and the merchant's grant would end up in the attacker's account.
 */
export function authorizationCookie(state: string, publicUrl: string, seconds: number): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${cookieName(state)}=${state}; Path=/oauth; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

function hasAuthorizationCookie(cookies: string | undefined, state: string): boolean {
  const [found, expected] = [Buffer.from(readCookie(cookies, cookieName(state)) ?? ""), Buffer.from(state)];
  return found.length === expected.length && timingSafeEqual(found, expected);
}

/**
 * The address a consent page redirects the browser to. Its query is not cached, and the referrer hides it from other
 * pages.
 */
export function mountOAuthCallback(
  app: FastifyInstance,
  context: HttpContext,
  vendor: string,
  handleCallback: (callback: OAuthCallback, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.get(`/oauth/${vendor}/callback`, async (request, reply) => {
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");
    const isOwn = async (state: string, merchantId: string) =>
      hasAuthorizationCookie(request.headers.cookie, state) ||
      (await findCallerMerchantId(context, request)) === merchantId;
    return handleCallback({ query: toTextParams(request.query), isOwn, requestId: request.id }, reply);
  });
}

/** A client that is not a browser proves itself with its bearer token instead of the cookie. */
async function findCallerMerchantId(
  context: HttpContext,
  request: FastifyRequest,
): Promise<string | undefined> {
  const token = parseBearer(request.headers.authorization);
  return token === undefined ? undefined : (await context.authenticate(token))?.merchantId;
}

function toTextParams(query: unknown): Record<string, string> {
  const entries = Object.entries((query ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1].length <= 4_000,
    ),
  );
}
