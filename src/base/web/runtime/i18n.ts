import i18next, { type BackendModule, type PostProcessorModule, type ResourceKey } from "i18next";
import { initReactI18next } from "react-i18next";
import { isolateLiterals, isolateValue, mapTexts, stripRedundantIsolates } from "#base/shared/bidi.ts";
import { type Language, parseLanguage } from "#base/shared/language.ts";
import { loadWhenConnected } from "./connection.ts";
import { toDigits } from "./format.ts";
import { currentDigits, currentLanguage, onDigitsChange, onLanguageChange } from "./preferences.ts";
import { logProblem } from "./problems.ts";

/** Fetches one module's messages in one language; null when there are none. Vite makes each file a chunk of its own. */
export type LoadMessages = (language: Language, namespace: string) => Promise<ResourceKey | null>;

/**
 * Starts i18n: a namespace per module, fetched when a page first needs it, in the reader's language only. `waitFor`
 * names the namespaces that the first screen needs.
 */
export async function startI18n(load: LoadMessages, waitFor: string[]): Promise<void> {
  await i18next
    .use(makeBackend(load))
    .use(initReactI18next)
    .use(redundantIsolates)
    .init({
      lng: currentLanguage(),
      fallbackLng: false,
      ns: waitFor,
      defaultNS: "base",
      ...messageOptions,
      returnEmptyString: false,
    });
  onLanguageChange(() => void i18next.changeLanguage(currentLanguage()));
  onDigitsChange(() => void i18next.reloadResources().then(() => i18next.changeLanguage(currentLanguage())));
}

const isFigure = /^[\p{Nd}.,:%+\-−–×≤/\s]+$/u;

/** Interpolation: figures in the reader's digits, and nothing reordered. React escapes what it renders. */
export const messageOptions = {
  postProcess: ["redundant_isolates"],
  interpolation: {
    escape: (value: string) =>
      isolateValue(isFigure.test(value) ? localizeDigits(value) : value, currentLanguage()),
  },
};

/** The post-processing step of `messageOptions`, which i18next needs by name. */
export const redundantIsolates: PostProcessorModule = {
  type: "postProcessor",
  name: "redundant_isolates",
  process: (sentence) => stripRedundantIsolates(sentence, currentLanguage()),
};

/** A file's messages for the reader: in their digits, and parts that other words would reorder in isolates. */
export function localizeTexts<Texts>(texts: Texts, language: Language): Texts {
  return mapTexts(texts, (message) => localizeDigits(isolateLiterals(message, language), language)) as Texts;
}

/** The numbers of a sentence of ours in the digits the reader chose. */
export const localizeDigits = (sentence: string, language = currentLanguage()): string =>
  language === "ar" ? toDigits(sentence, currentDigits()) : sentence;

/** Starts fetching namespaces before the page that uses them loads. */
export const preloadMessages = (namespaces: string[]): Promise<void> => i18next.loadNamespaces(namespaces);

/** A text outside components (snackbars, errors). Components use `useTranslation`. */
export const text = (key: string, values?: Record<string, string | number>): string =>
  i18next.t(key, { ...values });

function makeBackend(load: LoadMessages): BackendModule {
  return {
    type: "backend",
    init() {},
    read(language, namespace, done) {
      const known = parseLanguage(language);
      // i18next never retries a failed namespace, so it must not fail for lack of a connection.
      loadWhenConnected(() => load(known, namespace)).then(
        (messages) => done(null, localizeTexts(messages ?? {}, known)),
        (cause: unknown) => {
          logProblem(`messages of ${namespace} did not load`, cause);
          done(cause instanceof Error ? cause : new Error("messages did not load"), false);
        },
      );
    },
  };
}
