import { escapeHtml as text } from "#base/shared/escape-html.ts";
import type { Language } from "#base/shared/language.ts";
import type { Translate } from "./landing-facts.ts";
import { plainStyle } from "./page-style.ts";

/** What stands at an address without a page: a word in each language, for nothing is known of the visitor. */
export function renderClosedPage(translate: (language: Language) => Translate): string {
  const [arabic, english] = [translate("ar"), translate("en")];
  return `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${text(arabic("closed.title"))}</title><style>${plainStyle}</style></head><body><main><section class="card close"><h1>${text(arabic("closed.title"))}</h1><p>${text(arabic("closed.text"))}</p><div lang="en" dir="ltr"><p><strong>${text(english("closed.title"))}</strong></p><p>${text(english("closed.text"))}</p></div></section></main></body></html>`;
}
