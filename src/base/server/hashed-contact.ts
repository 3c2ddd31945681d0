import { createHash } from "node:crypto";

/**
 * A person's e-mail and mobile as ad platforms compare them: SHA-256 of the normalised text, in lower-case hex. What is
 * hashed differs by platform, so each form is kept; the text itself is not.
 */
export type HashedContact = {
  email: {
    /** Trimmed and in lower case (Meta, Snapchat, TikTok, X). */
    plain: string;
    /** Gmail addresses also without dots and what follows a plus (Google, Data Manager API, Format user data). */
    gmail: string;
  } | null;
  phone: {
    /** Country code and digits (Meta, Customer information parameters; Snapchat, Conversions API parameters). */
    digits: string;
    /** With the plus before them, E.164 (Google, TikTok, X). */
    e164: string;
  } | null;
};

export type Contact = { email?: string | null; phone?: string | null };

export const sha256Hex = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Null for a person of whom neither a valid e-mail nor a mobile is known. */
export function hashContact({ email, phone }: Contact): HashedContact | null {
  const address = normalizeEmail(email ?? "");
  const digits = normalizePhone(phone ?? "");
  if (address === null && digits === null) return null;
  return {
    email: address === null ? null : { plain: sha256Hex(address), gmail: sha256Hex(toGmailForm(address)) },
    phone: digits === null ? null : { digits: sha256Hex(digits), e164: sha256Hex(`+${digits}`) },
  };
}

/** Trimmed, without white space, in lower case; null when it is no address. */
export function normalizeEmail(text: string): string | null {
  const address = text.normalize("NFKC").replaceAll(/\s/g, "").toLowerCase();
  return /^[^@]+@[^@.]+(\.[^@.]+)+$/.test(address) ? address : null;
}

/** Gmail ignores dots and what follows a plus; Google compares addresses without them. */
function toGmailForm(address: string): string {
  const [local = "", domain = ""] = address.split("@");
  if (domain !== "gmail.com" && domain !== "googlemail.com") return address;
  return `${local.split("+")[0]?.replaceAll(".", "")}@${domain}`;
}

/**
 * Country code and digits ("966501234567"). A number without a country code is a Saudi mobile or nothing; another
 * country's needs its plus or double zero. Arabic digits are read too.
 */
export function normalizePhone(text: string): string | null {
  const plain = text
    .normalize("NFKC")
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replaceAll(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replaceAll(/[^\d+]/g, "");
  const saudi = /^(?:\+966|00966|966)?0?(5\d{8})$/.exec(plain)?.[1];
  if (saudi !== undefined) return `966${saudi}`;
  const international = /^(?:\+|00)([1-9]\d{7,14})$/.exec(plain)?.[1];
  return international ?? null;
}
