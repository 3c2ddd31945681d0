/** A page for another audience than merchants says so in its html element; the session it stores is its own. */
const audience = globalThis.document?.documentElement.dataset.audience;
const ownPrefix = audience === undefined ? "rawaj" : `rawaj.${audience}`;

/** What we store in the browser. Token, user, abilities, the merchant and what was searched for are deleted at sign-out; preferences stay. */
export const keys = {
  token: `${ownPrefix}.access_token`,
  user: `${ownPrefix}.user_data`,
  abilities: `${ownPrefix}.user_abilities`,
  merchant: `${ownPrefix}.merchant`,
  recentSearches: `${ownPrefix}.recent_searches`,
  language: "rawaj.language",
  theme: "rawaj.theme",
  digits: "rawaj.digits",
  calendar: "rawaj.calendar",
  undoSeconds: "rawaj.undo_seconds",
} as const;

type Area = "local" | "session";

/**
 * While a visitor looks around in the demo store, everything its pages keep stands under names of its own: what the
 * browser had kept before is neither read nor changed, and leaving deletes them all.
 */
const demoPrefix = "demo/";
export const demoTokenKey = `${demoPrefix}${keys.token}`;

/** Whether this page shows the demo store. It stays so until the page is loaded again. */
export const isDemo = audience === undefined && read(demoTokenKey, "local") !== null;

/** The language is the visitor's, wherever they chose it; how things look is, until they choose otherwise in the demo. */
const shared: readonly string[] = [keys.theme, keys.digits, keys.calendar];
const toStoredKey = (key: string) => (isDemo && key !== keys.language ? `${demoPrefix}${key}` : key);

/** Reads a stored text; null when absent or when the browser blocks storage. */
export function getItem(key: string, area: Area = "local"): string | null {
  const own = read(toStoredKey(key), area);
  return own === null && isDemo && shared.includes(key) ? read(key, area) : own;
}

/** Stores a text (null removes it). Returns whether it was really stored. */
export function setItem(key: string, text: string | null, area: Area = "local"): boolean {
  return write(toStoredKey(key), text, area);
}

/** The next page that is loaded shows the demo store. Returns false when the browser blocks storage. */
export const storeDemoToken = (token: string): boolean => write(demoTokenKey, token, "local");

/** Deletes everything the demo's pages have kept: the next page that is loaded is the visitor's own again. */
export function deleteDemoItems(): void {
  for (const area of ["local", "session"] as const)
    for (const key of listKeys(area)) if (key.startsWith(demoPrefix)) write(key, null, area);
}

function listKeys(area: Area): string[] {
  try {
    return Object.keys(getStorage(area));
  } catch {
    return [];
  }
}

function read(key: string, area: Area): string | null {
  try {
    return getStorage(area).getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | null, area: Area): boolean {
  try {
    if (text === null) getStorage(area).removeItem(key);
    else getStorage(area).setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function getStorage(area: "local" | "session"): Storage {
  return area === "local" ? window.localStorage : window.sessionStorage;
}
