import { Secret, TOTP } from "otpauth";

/** RFC 6238 as authenticator apps compute it: SHA-1, six digits, steps of 30 seconds. */
const standard = { algorithm: "SHA1", digits: 6, period: 30 };
/** How many steps a phone's clock may be ahead or behind. */
const window = 1;

/**
 * The step of time whose code this is, among the current one and its two neighbours; null when it is none of theirs.
 * `secret` is in base32. Each step is accepted once: the caller remembers the last.
 */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = TOTP.validate({
    ...standard,
    token: code,
    secret: Secret.fromBase32(secret),
    timestamp,
    window,
  });
  return delta === null ? null : TOTP.counter({ period: standard.period, timestamp }) + delta;
}

/** The address that an authenticator app reads from a QR code: `otpauth://totp/…`. */
export function toTotpUri(email: string, secret: string): string {
  return new TOTP({
    ...standard,
    issuer: "Rawaj",
    label: email,
    secret: Secret.fromBase32(secret),
  }).toString();
}
