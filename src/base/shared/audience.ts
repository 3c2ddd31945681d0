/** Whom a call is for: merchants, or the staff of the product. A session of one is worth nothing for the other. */
export type Audience = "Clients" | "Staff";

/** The audience that a call's name begins with: "GET Staff/Account/me" is for Staff, "GET live" for merchants' pages. */
export type AudienceIn<Name extends string> = Name extends `${string} Staff/${string}` ? "Staff" : "Clients";

/** The audience of a call; throws when its name is of none. */
export function parseAudience(name: string): Audience {
  const [, path = ""] = name.split(" ");
  if (path.startsWith("Staff/")) return "Staff";
  if (path.startsWith("Clients/") || isAtRoot(name)) return "Clients";
  throw new Error(`${name} is a call for nobody we know`);
}

/** Whether a call's address stands at the root: "GET pixel.js". */
export function isAtRoot(name: string): boolean {
  const [, path = ""] = name.split(" ");
  return path === path.toLowerCase();
}
