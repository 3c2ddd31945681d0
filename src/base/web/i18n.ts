import i18next, { type BackendModule, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Language } from "#base/shared/language.ts";
import { currentLanguage, onLanguageChange } from "./preferences.ts";
import { logProblem } from "./problems.ts";

/** Fetches one module's messages in one language; null when there are none. Vite makes each file a chunk of its own. */
export type LoadMessages = (language: Language, namespace: string) => Promise<ResourceKey | null>;

/**
 * Starts the texts: a namespace per module, fetched when a page first needs it, in the reader's language only.
 * `waitFor` names the namespaces the first screen cannot do without.
 */
export async function startLanguage(load: LoadMessages, waitFor: string[]): Promise<void> {
  await i18next
    .use(backendOf(load))
    .use(initReactI18next)
    .init({
      lng: currentLanguage(),
      fallbackLng: false,
      ns: waitFor,
      defaultNS: "base",
      interpolation: { escapeValue: false },
      returnEmptyString: false,
    });
  onLanguageChange(() => void i18next.changeLanguage(currentLanguage()));
}

/** Begins fetching namespaces before the page that uses them arrives. */
export const warmMessages = (namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces);

/** A text outside components (snackbars, errors). Components use `useTranslation`. */
export const text = (key: string, values?: Record<string, string | number>): string =>
  i18next.t(key, { ...values });

/** Words of another language in a sentence keep their own direction: U+2068 … U+2069. */
export const isolate = (foreign: string): string => `\u2068${foreign}\u2069`;

function backendOf(load: LoadMessages): BackendModule {
  return {
    type: "backend",
    init() {},
    read(language, namespace, done) {
      load(language === "en" ? "en" : "ar", namespace).then(
        (messages) => done(null, messages ?? {}),
        (cause: unknown) => {
          logProblem(`messages of ${namespace} did not load`, cause);
          done(cause instanceof Error ? cause : new Error("messages did not load"), false);
        },
      );
    },
  };
}
