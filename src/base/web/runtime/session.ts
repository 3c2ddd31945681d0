import {
  type AbilityRegistry,
  type AbilitySubject,
  allows,
  type HeldAbility,
} from "#base/shared/abilities.ts";
import { observable, useObservable } from "./observable.ts";
import { deleteDemoItems, demoTokenKey, getItem, isDemo, keys, setItem, storeDemoToken } from "./storage.ts";

const token = observable<string | null>(getItem(keys.token));

/** The bearer token, or null when signed out. */
export const accessToken = (): string | null => token.get();
export const useSignedIn = (): boolean => useObservable(token) !== null;

/** The merchant that this page shows; null until the user is known, and always null for the staff. */
let shown = getItem(keys.merchant);
export const shownMerchant = (): string | null => shown;
const switches = observable(0);

/** Another session began or ended, or this one acts for another merchant: what belongs to the one before is dropped. */
export function onSessionChange(listener: () => void): void {
  token.subscribe(listener);
  switches.subscribe(listener);
}

type RememberedUser = { abilities?: HeldAbility[]; merchant?: { id: string } } & object;

/** Starts a session in this browser: the token and, when known, who it belongs to. A visit to the demo store ends. */
export function openSession(newToken: string, user?: RememberedUser): void {
  deleteDemoItems();
  setItem(keys.token, newToken);
  if (newToken !== token.get()) shown = null;
  if (user) rememberUser(user);
  token.set(newToken);
}

/** Stores what the server answered about the user. When their session acts for another merchant now, that one is shown. */
export function rememberUser(user: RememberedUser): void {
  setItem(keys.user, JSON.stringify(user));
  setItem(keys.abilities, JSON.stringify(user.abilities ?? []));
  const merchantId = user.merchant?.id;
  if (merchantId === undefined) return;
  setItem(keys.merchant, merchantId);
  if (shown !== null && shown !== merchantId) showMerchantAnew();
  else shown = merchantId;
}

/** The session acts for another merchant than this page shows; which one, the next page asks. */
export function forgetMerchant(): void {
  setItem(keys.merchant, null);
  showMerchantAnew();
}

/** Nothing of the merchant before stays in memory: the product is loaded again, at its first page. */
function showMerchantAnew(): void {
  setItem(keys.recentSearches, null);
  switches.set(switches.get() + 1);
  window.location.assign("/");
}

/**
 * Ends it: token, user data, abilities and recent searches are deleted; language, theme and digits stay. In the demo store
 * it is the visit that ends.
 */
export function closeSession(): void {
  if (isDemo) {
    leaveDemo();
    return;
  }
  for (const key of [keys.token, keys.user, keys.abilities, keys.merchant, keys.recentSearches])
    setItem(key, null);
  shown = null;
  token.set(null);
}

/** Shows the demo store from here on, in new tabs too. Nothing of the page before stays in memory. */
export function enterDemo(visitToken: string): boolean {
  deleteDemoItems();
  if (!storeDemoToken(visitToken)) return false;
  window.location.assign("/");
  return true;
}

/** Leaves the demo store without a trace, for the sign-in or for the session that was open before. */
export function leaveDemo(to = "/"): void {
  deleteDemoItems();
  const { origin, pathname, search } = window.location;
  const target = new URL(to, origin);
  window.location.replace(target);
  // An address that differs in its hash alone would not load the page again.
  if (target.pathname === pathname && target.search === search) window.location.reload();
}

/** Whether the server has said who is signed in; before that nothing can be said of abilities. */
export const isUserKnown = (): boolean => getItem(keys.abilities) !== null;

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

// Another tab signed in or out, or switched to another merchant: this one follows.
if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (isDemo) {
      const hasLeft = event.key === null || (event.key === demoTokenKey && event.newValue === null);
      if (hasLeft) leaveDemo();
      return;
    }
    if (event.key === keys.merchant && event.newValue !== null && shown !== null && event.newValue !== shown)
      showMerchantAnew();
    if (event.key === keys.token || event.key === null) token.set(getItem(keys.token));
  });
}
