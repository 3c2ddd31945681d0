import { platformClickNames } from "../contract/click-parameters.ts";

export type PlatformClickName = (typeof platformClickNames)[number];
export type PlatformClick = Partial<Record<PlatformClickName, string>>;

/** Ids are letters, digits and a few signs, none of which can end or change the parameter they stand in. */
const idPattern = /^[A-Za-z0-9_.~-]{1,400}$/;
const maxIds = 3;

const byLowerName = new Map(platformClickNames.map((name) => [name.toLowerCase(), name]));

/**
 * The platforms' click ids in a request's path and query, as a query of their own ("gclid=a&gbraid=b"); empty when
 * there are none. Whatever else a request adds is left out: nothing in it changes where a link leads.
 */
export function readPlatformClick(pathAndQuery: string): string {
  const start = pathAndQuery.indexOf("?");
  if (start < 0) return "";
  const found = new Map<PlatformClickName, string>();
  for (const part of pathAndQuery.slice(start + 1).split("&")) {
    const at = part.indexOf("=");
    const name = at > 0 ? byLowerName.get(part.slice(0, at).toLowerCase()) : undefined;
    const id = part.slice(at + 1);
    if (name && !found.has(name) && found.size < maxIds && idPattern.test(id)) found.set(name, id);
  }
  return [...found].map(([name, id]) => `${name}=${id}`).join("&");
}

/** What `readPlatformClick` stored, by name. */
export const parsePlatformClick = (stored: string): PlatformClick =>
  Object.fromEntries(new URLSearchParams(stored)) as PlatformClick;
