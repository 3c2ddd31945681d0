import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits without hyphens, which some platforms take out of a state they echo. */
export function newState(): string {
  return randomBytes(32).toString("hex");
}

export function hashOfState(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}

/** Each walk through a consent page has its own cookie, so that two tabs do not disturb each other. */
const cookieName = (state: string) => `rawaj_consent_${hashOfState(state).slice(0, 12)}`;

/**
 * The cookie that proves, at the callback, that the browser coming back is the one that left: without it a stranger
 * could send a merchant through a consent page and have the merchant's store connected to the stranger's account.
 */
export function consentCookie(state: string, publicUrl: string, seconds: number): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `${cookieName(state)}=${state}; Path=/oauth; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function holdsConsentCookie(cookieHeader: string | undefined, state: string): boolean {
  const name = `${cookieName(state)}=`;
  const held = (cookieHeader ?? "").split(/; */).find((cookie) => cookie.startsWith(name));
  const value = Buffer.from(held?.slice(name.length) ?? "");
  const expected = Buffer.from(state);
  return value.length === expected.length && timingSafeEqual(value, expected);
}
