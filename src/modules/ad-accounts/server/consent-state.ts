import { createHash, timingSafeEqual } from "node:crypto";
import { randomToken } from "#base/server/ids.ts";

export function newState(): string {
  return randomToken(32);
}

export function hashOfState(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}

const cookieName = (state: string) => `rawaj_ad_consent_${hashOfState(state).slice(0, 12)}`;

/**
 * The cookie that ties the walk to the browser that began it. Without it a stranger could send a merchant the address
 * of a consent page, and the merchant's ad account would be linked to the stranger.
 */
export function consentCookie(state: string, publicUrl: string, seconds: number): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${cookieName(state)}=${state}; Path=/oauth; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function holdsConsentCookie(cookies: string | undefined, state: string): boolean {
  const name = `${cookieName(state)}=`;
  const held = (cookies ?? "").split(/; */).find((cookie) => cookie.startsWith(name));
  const [found, expected] = [Buffer.from(held?.slice(name.length) ?? ""), Buffer.from(state)];
  return found.length === expected.length && timingSafeEqual(found, expected);
}
