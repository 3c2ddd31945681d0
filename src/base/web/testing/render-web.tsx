import { MantineProvider } from "@mantine/core";
import { configure, type RenderResult, render } from "@testing-library/react";
import i18next, { type Resource } from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import type { Language } from "#base/shared/language.ts";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import { localizeTexts, messageOptions, redundantIsolates } from "../runtime/i18n.ts";
import { setLanguage } from "../runtime/preferences.ts";

// A second is too short on a machine that is busy.
configure({ asyncUtilTimeout: 5_000 });

/**
 * Starts i18n for a test, in one language, with nothing fetched. `more` adds a module's own: `{ ar: { wallet }, en: {
 * wallet } }`.
 */
export async function setupI18n(
  language: Language,
  more: { ar?: Resource[string]; en?: Resource[string] } = {},
): Promise<void> {
  setLanguage(language);
  await i18next
    .use(initReactI18next)
    .use(redundantIsolates)
    .init({
      lng: language,
      fallbackLng: false,
      defaultNS: "base",
      ...messageOptions,
      resources: {
        ar: localizeTexts({ base: ar, ...more.ar }, "ar"),
        en: localizeTexts({ base: en, ...more.en }, "en"),
      },
    });
}

/** Renders a component as the product would: our texts, the UI library without animations. Call `setupI18n` first. */
export function renderWeb(part: ReactNode): RenderResult {
  standInForJsdom();
  return render(<MantineProvider env="test">{part}</MantineProvider>);
}

/** Browser features that jsdom lacks: two that the UI library needs, and modal dialogs. */
function standInForJsdom(): void {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
  window.matchMedia ??= (query: string) =>
    ({
      matches: false,
      media: query,
      addEventListener() {},
      removeEventListener() {},
    }) as unknown as MediaQueryList;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Element.prototype.scrollIntoView ??= () => undefined;
}
