import { observable, useObservable } from "#base/web/runtime/observable.ts";

/** Null while the panel is closed; a page's slug, or an empty text for the list of pages. */
const shown = observable<string | null>(null);

/** Opens the help panel at a page, beside what is on the screen; without one at the list of pages. */
export const openHelp = (slug: string | null): void => shown.set(slug ?? "");
export const closeHelp = (): void => shown.set(null);
export const useShownHelp = (): string | null => useObservable(shown);
