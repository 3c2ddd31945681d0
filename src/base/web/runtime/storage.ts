/** A page for another audience than merchants says so in its html element; the session it stores is its own. */
const audience = globalThis.document?.documentElement.dataset.audience;
const ownPrefix = audience === undefined ? "rawaj" : `rawaj.${audience}`;

/** What we store in the browser. Token, user and abilities are deleted at sign-out; preferences stay. */
export const keys = {
  token: `${ownPrefix}.access_token`,
  user: `${ownPrefix}.user_data`,
  abilities: `${ownPrefix}.user_abilities`,
  language: "rawaj.language",
  theme: "rawaj.theme",
  digits: "rawaj.digits",
} as const;

/** Reads a stored text; null when absent or when the browser blocks storage. */
export function getItem(key: string, area: "local" | "session" = "local"): string | null {
  try {
    return getStorage(area).getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text (null removes it). Returns whether it was really stored. */
export function setItem(key: string, text: string | null, area: "local" | "session" = "local"): boolean {
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
