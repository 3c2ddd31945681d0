import { observable, useObservable } from "#base/web/runtime/observable.ts";
import { onSessionChange } from "#base/web/runtime/session.ts";
import { getItem, keys, setItem } from "#base/web/runtime/storage.ts";

const kept = 6;

const recent = observable<readonly string[]>(readRecent());

/** What was searched for in this browser, the last first. It is deleted at sign-out with the rest of the session. */
export const useRecentSearches = (): readonly string[] => useObservable(recent);

/** Remembers a search that led somewhere. */
export function rememberSearch(typed: string): void {
  const text = typed.trim();
  if (text === "") return;
  save([text, ...recent.get().filter((one) => one !== text)].slice(0, kept));
}

export const clearRecentSearches = (): void => save([]);

function save(texts: readonly string[]): void {
  setItem(keys.recentSearches, texts.length === 0 ? null : JSON.stringify(texts));
  recent.set(texts);
}

function readRecent(): readonly string[] {
  try {
    const found: unknown = JSON.parse(getItem(keys.recentSearches) ?? "[]");
    return Array.isArray(found) ? found.filter((one) => typeof one === "string").slice(0, kept) : [];
  } catch {
    return [];
  }
}

onSessionChange(() => recent.set(readRecent()));
