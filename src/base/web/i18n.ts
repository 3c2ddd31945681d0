import i18next, { type BackendModule, type PostProcessorModule, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import { isolateLiterals, isolateValue, mapTexts, withoutIdleIsolates } from "#base/shared/bidi.ts";
import { type Language, readLanguage } from "#base/shared/language.ts";
import { loadWhenConnected } from "./connection.ts";
import { inDigits } from "./format.ts";
import { currentDigits, currentLanguage, onDigitsChange, onLanguageChange } from "./preferences.ts";
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
    .use(idleIsolates)
    .init({
      lng: currentLanguage(),
      fallbackLng: false,
      ns: waitFor,
      defaultNS: "base",
      ...sayings,
      returnEmptyString: false,
    });
  onLanguageChange(() => void i18next.changeLanguage(currentLanguage()));
  onDigitsChange(() => void i18next.reloadResources().then(() => i18next.changeLanguage(currentLanguage())));
}

const isFigure = /^[\p{Nd}.,:%+\-−–×≤/\s]+$/u;

/** How sentences are put together: a figure in the reader's digits, and nothing turned round. React escapes what it draws. */
export const sayings = {
  postProcess: ["idle_isolates"],
  interpolation: {
    escape: (value: string) =>
      isolateValue(isFigure.test(value) ? readersDigits(value) : value, currentLanguage()),
  },
};

/** The step of `sayings` that i18next must be given by name. */
export const idleIsolates: PostProcessorModule = {
  type: "postProcessor",
  name: "idle_isolates",
  process: (sentence) => withoutIdleIsolates(sentence, currentLanguage()),
};

/** A file's messages for the reader: their digits, and what other words would turn round in isolates of its own. */
export function readersTexts<Texts>(texts: Texts, language: Language): Texts {
  return mapTexts(texts, (message) => readersDigits(isolateLiterals(message, language), language)) as Texts;
}

/** The numbers of a sentence of ours in the digits the reader chose. */
export const readersDigits = (sentence: string, language = currentLanguage()): string =>
  language === "ar" ? inDigits(sentence, currentDigits()) : sentence;

/** Begins fetching namespaces before the page that uses them arrives. */
export const warmMessages = (namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces);

/** A text outside components (snackbars, errors). Components use `useTranslation`. */
export const text = (key: string, values?: Record<string, string | number>): string =>
  i18next.t(key, { ...values });

function backendOf(load: LoadMessages): BackendModule {
  return {
    type: "backend",
    init() {},
    read(language, namespace, done) {
      const known = readLanguage(language);
      // i18next never asks again for what failed once, so it must not fail for want of a connection.
      loadWhenConnected(() => load(known, namespace)).then(
        (messages) => done(null, readersTexts(messages ?? {}, known)),
        (cause: unknown) => {
          logProblem(`messages of ${namespace} did not load`, cause);
          done(cause instanceof Error ? cause : new Error("messages did not load"), false);
        },
      );
    },
  };
}
