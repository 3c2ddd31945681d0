import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether a header is the HMAC-SHA256 of these exact bytes, in lower-case hex or in base64; compared in constant
 * time.
 */
export function isSigned(
  body: Buffer,
  signature: unknown,
  secret: string,
  encoding: "hex" | "base64",
): boolean {
  const shape = encoding === "hex" ? /^[0-9a-f]{64}$/ : /^[A-Za-z0-9+/]{43}=$/;
  if (typeof signature !== "string" || !shape.test(signature)) return false;
  const expected = createHmac("sha256", secret).update(body).digest();
  const received = Buffer.from(signature, encoding);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
