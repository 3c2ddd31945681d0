import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml } from "../../shared/escape-html.ts";
import { type Language, languages, parseLanguage } from "../../shared/language.ts";
import { toPublicLink } from "./render-article.ts";

export type PublicLink = { to: string; label: string };

/** A page that anybody reads, signed out and without a script. `body` is HTML already. */
export type PublicPage = {
  language: Language;
  /** Its address with the query that it keeps in the other language. */
  path: string;
  title: string;
  summary: string;
  /** The product's name, what leads to it, and the other language's own name. */
  words: { brand: string; home: string; otherLanguage: string };
  body: string;
  /** The links at its foot. */
  links: readonly PublicLink[];
  /** Kept out of search engines: results of a search, and what is not there. */
  isUnlisted?: boolean;
};

/** Logical properties alone, so that it serves both directions; the colours are those of the product's light theme. */
const style = `*{box-sizing:border-box}body{margin:0;background:#faf7f1;color:#1d1b17;font:1.0625rem/1.8 "IBM Plex Sans Arabic","SF Arabic","Noto Sans Arabic","Segoe UI",system-ui,sans-serif;-webkit-text-size-adjust:100%}
a{color:#17624b}a:focus-visible,input:focus-visible,button:focus-visible{outline:3px solid #c45a32;outline-offset:2px}
.top{background:#0f4534;color:#fff}.top div,main,.foot div{max-inline-size:46rem;margin-inline:auto;padding-inline:1.25rem}
.top div{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-block-size:4rem}.top a{color:#fff;text-decoration:none;display:inline-flex;align-items:center;gap:.6rem;min-block-size:2.75rem;font-weight:600}.top svg{inline-size:2.1rem;block-size:2.1rem}
main{padding-block:1.75rem 3rem;overflow-wrap:anywhere}h1{font-size:clamp(1.5rem,1.2rem + 1.6vw,2.1rem);line-height:1.4;margin:0 0 .35rem;text-wrap:balance}h2{font-size:1.2rem;line-height:1.5;margin:1.75rem 0 .4rem}h3{font-size:1.05rem;line-height:1.5;margin:0 0 .2rem}p{margin:0 0 .8rem}ul,ol{margin:0 0 .9rem;padding-inline-start:1.5rem}li{margin-block:.3rem}
.lead,.soft,footer{color:#5d574d}.lead{font-size:1.1rem;margin-block-end:1.25rem}.card{background:#fff;border:1px solid #e9e2d6;border-radius:20px;padding:1.25rem 1.4rem}.card>:last-child{margin-block-end:0}.card>h2:first-child{margin-block-start:0}
.term{background:#f3ebdd;border-radius:14px;padding:.8rem 1rem;margin-block:.75rem}.term p{margin:0}.term p+p{color:#5d574d;font-size:.975rem}
.topics{display:grid;gap:1rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr))}.topics ul,.plain{list-style:none;padding:0}.topics li a,.plain li a{display:block;padding-block:.35rem}
form{display:flex;gap:.6rem;margin-block-end:1.25rem}input{flex:1;min-inline-size:0;font:inherit;min-block-size:3rem;padding:.4rem 1rem;border:1px solid #8d8578;border-radius:12px;background:#fff;color:inherit}button,.open{font:inherit;font-weight:600;min-block-size:3rem;padding:.4rem 1.25rem;border:0;border-radius:12px;background:#17624b;color:#fff;cursor:pointer}.open{display:inline-flex;align-items:center;text-decoration:none;margin-block-start:1.25rem}
.facts{margin:0}.facts dt{color:#5d574d}.facts dd{margin:0 0 .6rem}@media(min-width:36rem){.facts{display:grid;grid-template-columns:minmax(0,11rem) minmax(0,1fr);gap:.5rem 1.25rem}.facts dd{margin:0}}
.foot{border-block-start:1px solid #e9e2d6}.foot div{display:flex;flex-wrap:wrap;gap:.25rem 1.5rem;padding-block:1.25rem}.foot a{padding-block:.4rem}
@media print{.top,.foot,form,.open,.more{display:none}body{background:#fff;font-size:11pt}main{max-inline-size:none;padding:0}.card{border:0;padding:0}a{color:inherit}}`;

const policy = `default-src 'none'; img-src 'self'; style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

const mark = `<svg viewBox="0 0 64 64" aria-hidden="true"><rect width="64" height="64" rx="18" fill="#c45a32"/><path d="M15 42l12-12 8 8 14-15M38 22h11v11" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></svg>`;

/** The whole page: one style, no script, both directions. */
export function renderPublicPage(page: PublicPage): string {
  const { language, words } = page;
  const other = languages.find((one) => one !== language) ?? language;
  const links = page.links.map(
    ({ to, label }) => `<a href="${escapeHtml(toPublicLink(to, language))}">${escapeHtml(label)}</a>`,
  );
  const robots = page.isUnlisted ? '<meta name="robots" content="noindex">' : "";
  return `<!doctype html><html lang="${language}" dir="${language === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="theme-color" content="#0f4534">${robots}<title>${escapeHtml(page.title)} · ${escapeHtml(words.brand)}</title><meta name="description" content="${escapeHtml(page.summary)}"><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${style}</style></head><body><header class="top"><div><a href="/" aria-label="${escapeHtml(words.home)}">${mark}<span>${escapeHtml(words.brand)}</span></a><a href="${escapeHtml(toPublicLink(page.path, other))}" lang="${other}" hreflang="${other}">${escapeHtml(words.otherLanguage)}</a></div></header><main>${page.body}</main><footer class="foot"><div>${links.join("")}</div></footer></body></html>`;
}

/** Answers with the page. A shared cache keeps none of them: the language may be the browser's. */
export const sendPublicPage = (reply: FastifyReply, page: PublicPage, status = 200) =>
  reply
    .code(status)
    .headers({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "private, no-cache",
      vary: "accept-language",
      "x-frame-options": "DENY",
      "content-language": page.language,
    })
    .send(renderPublicPage(page));

/** The language of a page: `?lang=`, otherwise what the browser prefers, otherwise Arabic. */
export function readPageLanguage({ query, headers }: FastifyRequest): Language {
  const { lang } = query as { lang?: unknown };
  return parseLanguage(typeof lang === "string" ? lang : headers["accept-language"]);
}
