/** What we store in the browser. Token, user and abilities are deleted at sign-out; preferences stay. */
export const keys = {
  token: "rawaj.access_token",
  user: "rawaj.user_data",
  abilities: "rawaj.user_abilities",
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
