import type { Language } from "#base/shared/language.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };

const texts = { ar: ar.question_page, en: en.question_page };

/** What stands on the page of a question: the question itself, what became of it, or why it cannot be answered here. */
export type QuestionPage =
  | {
      kind: "open";
      rule: string;
      act: string;
      figures: string;
      stake: string;
      without: string;
      until: string;
    }
  | { kind: "accepted" | "always" | "declined"; act: string }
  | { kind: "refused"; reason: string }
  | { kind: "answered" | "late" | "overtaken" | "forwarded" | "not_valid" };

export const questionPageStyle = `*{box-sizing:border-box}body{margin:0;background:#faf7f1;color:#1d1b17;font:1rem/1.7 "IBM Plex Sans Arabic",system-ui,sans-serif;display:grid;min-height:100vh;place-items:center}
main{width:100%;max-width:30rem;padding:1.5rem 1.25rem;overflow-wrap:anywhere}h1{font-size:1.3rem;line-height:1.5;margin:0 0 .75rem}p{margin:.5rem 0}.soft{color:#5d574d}
.act{background:#fff;border:1px solid #e5ddcd;border-radius:16px;padding:1rem 1.1rem;margin:1rem 0}.act strong{font-size:1.1rem}form{display:grid;gap:.75rem;margin-top:1.25rem}
button,a.button{font-family:inherit;font-size:1rem;line-height:1.4;font-weight:600;min-height:48px;padding:.75rem 1.25rem;border:1px solid #17624b;border-radius:10px;background:#17624b;color:#fff;cursor:pointer;text-align:center;text-decoration:none;display:block;width:100%}
button.plain,a.button{background:#fff;color:#17624b}button:focus-visible,a:focus-visible{outline:3px solid #c2410c;outline-offset:2px}`;

/** In the merchant's language, without a script. */
export function renderQuestionPage(page: QuestionPage, language: Language, appUrl: string): string {
  const words = texts[language];
  const title = escapeHtml(
    page.kind === "open" ? fill(words.open.title, { rule: page.rule }) : words[page.kind].title,
  );
  return `<!doctype html><html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${questionPageStyle}</style></head><body><main><h1>${title}</h1>${toBody(page, language, appUrl)}</main></body></html>`;
}

function toBody(page: QuestionPage, language: Language, appUrl: string): string {
  const words = texts[language];
  const line = (text: string, soft = false) => `<p${soft ? ' class="soft"' : ""}>${escapeHtml(text)}</p>`;
  const link = `<p><a class="button" href="${escapeHtml(`${appUrl}/rules/campaigns`)}">${escapeHtml(words.to_rules)}</a></p>`;
  if (page.kind === "open") {
    const button = (answer: "yes" | "no" | "always") =>
      `<button name="answer" value="${answer}"${answer === "yes" ? "" : ' class="plain"'}>${escapeHtml(words.open[answer])}</button>`;
    return `<div class="act"><p><strong>${escapeHtml(page.act)}</strong></p>${line(page.figures)}${line(page.stake)}</div>
<form method="post">${button("yes")}${button("no")}${button("always")}</form>${line(words.open.always_means, true)}${line(`${page.without} ${fill(words.open.until, { time: page.until })}`, true)}`;
  }
  if (page.kind === "accepted" || page.kind === "always" || page.kind === "declined")
    return `${line(page.act)}${line(words[page.kind].body, true)}${link}`;
  if (page.kind === "refused") return `${line(page.reason)}${link}`;
  return `${line(words[page.kind].body)}${link}`;
}

const fill = (text: string, params: Record<string, string>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? "");

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
