/** Whom a call is for: merchants, or the staff of the product. A session of one is worth nothing for the other. */
export type Audience = "Clients" | "Staff";

/** The audience that a call's name begins with: "GET Staff/Account/me" is for Staff. */
export type AudienceIn<Name extends string> = Name extends `${string} Staff/${string}` ? "Staff" : "Clients";

export function parseAudience(name: string): Audience {
  return /^[A-Z]+ Staff\//.test(name) ? "Staff" : "Clients";
}
