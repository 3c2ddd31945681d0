import type { Language } from "#base/shared/language.ts";
import type { HelpEntry } from "../contract/help.calls.ts";
import type { HelpLibrary } from "./load-library.ts";

export interface HelpFacade {
  /** Pages of the help centre that have these words, the best first; empty without words. */
  searchHelp(q: string, language: Language): HelpEntry[];
}

export const makeHelpFacade = (library: HelpLibrary): HelpFacade => ({ searchHelp: library.search });
