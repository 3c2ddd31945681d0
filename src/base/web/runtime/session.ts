import {
  type AbilityRegistry,
  type AbilitySubject,
  allows,
  type HeldAbility,
} from "#base/shared/abilities.ts";
import { observable, useObservable } from "./observable.ts";
import { getItem, keys, setItem } from "./storage.ts";

const token = observable<string | null>(getItem(keys.token));

/** The bearer token, or null when signed out. */
export const accessToken = (): string | null => token.get();
export const useSignedIn = (): boolean => useObservable(token) !== null;
export const onSessionChange = token.subscribe;

/** Starts a session in this browser: the token and, when known, who it belongs to. */
export function openSession(newToken: string, user?: { abilities?: HeldAbility[] } & object): void {
  setItem(keys.token, newToken);
  if (user) rememberUser(user);
  token.set(newToken);
}

export function rememberUser(user: { abilities?: HeldAbility[] } & object): void {
  setItem(keys.user, JSON.stringify(user));
  setItem(keys.abilities, JSON.stringify(user.abilities ?? []));
}

/** Ends it: token, user data and abilities are deleted; language, theme and digits stay. */
export function closeSession(): void {
  for (const key of [keys.token, keys.user, keys.abilities]) setItem(key, null);
  token.set(null);
}

/**
 * Whether the stored abilities contain this pair; `manage` and `all` are wildcards. It only hides actions: the server
 * decides.
 */
export function holdsAbility<Subject extends AbilitySubject>(
  subject: Subject,
  action: AbilityRegistry[Subject],
): boolean {
  return parseAbilities(getItem(keys.abilities)).some((held) => allows(held, { subject, action }));
}

function parseAbilities(text: string | null): HeldAbility[] {
  if (text === null) return [];
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter(isAbility) : [];
  } catch {
    return [];
  }
}

function isAbility(value: unknown): value is HeldAbility {
  return typeof value === "object" && value !== null && "subject" in value && "action" in value;
}

// Another tab signed in or out: this one follows.
if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key === keys.token || event.key === null) token.set(getItem(keys.token));
  });
}
