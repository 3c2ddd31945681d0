import type { FastifyReply } from "fastify";

/**
 * Plain pages of the sandbox: no framework, no external file, sand and palm colours, readable at 390 px and without
 * JavaScript.
 */

/** Markup that can be put into a page unescaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

/**
 * Tagged template: every value is escaped unless it is Html itself; lists are joined; null and false render nothing.
 */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + string + toText(parts[index]), ""));
}

function toText(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(toText).join("");
  return escapeText(String(part));
}

export function escapeText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

export interface PageOptions {
  title: string;
  lang?: "ar" | "en";
  body: Html;
  /** More for the head: what a site's owner pasted there. */
  head?: Html | null;
  /** Inline CSS and script of this page only. */
  style?: string;
  script?: string;
  /** The top banner that says this is a sandbox; shown unless switched off. */
  band?: boolean;
}

/** A complete document, Arabic and right to left unless told otherwise. */
export function page({
  title,
  lang = "ar",
  body,
  head = null,
  style = "",
  script = "",
  band = true,
}: PageOptions): string {
  const sandboxBand = html`<div class="band">بيئة تجريبية <span lang="en" dir="ltr">Sandbox</span> · لا شيء هنا حقيقي</div>`;
  return html`<!doctype html>
<html lang="${lang}" dir="${lang === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${title}</title><style>${new Html(baseStyle + style)}</style>${head}</head>
<body>${band && sandboxBand}${body}${script ? new Html(`<script>${script}</script>`) : null}</body></html>`
    .text;
}

export function sendPage(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.status(status).type("text/html; charset=utf-8").send(text);
}

const baseStyle = `
:root{--sand:#faf7f1;--paper:#ffffff;--ink:#1d1b17;--soft:#5d574d;--line:#e9e2d6;--palm:#17624b;--palm-dark:#0f4534;--palm-soft:#e3efe9;--clay:#c45a32;--sun:#f0c36a}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--sand);color:var(--ink);font:16px/1.7 "IBM Plex Sans Arabic","Segoe UI",Tahoma,system-ui,sans-serif}
main{max-width:46rem;margin-inline:auto;padding:1.25rem 1rem 3rem}
h1{font-size:1.5rem;line-height:1.4;margin:.5rem 0}h2{font-size:1.1rem;margin:1.5rem 0 .5rem}
p{margin:.4rem 0}.soft{color:var(--soft)}small{color:var(--soft)}
.band{background:repeating-linear-gradient(-45deg,var(--sun) 0 12px,#f5d18a 12px 24px);color:#4a3208;text-align:center;padding:.3rem .5rem;font-weight:600;font-size:.9rem}
.card{background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:1rem 1.15rem;margin-block:1rem}
button,.button{font:inherit;font-weight:600;border:1px solid var(--line);background:var(--paper);color:var(--ink);border-radius:10px;padding:.5rem 1rem;min-height:44px;cursor:pointer;text-decoration:none;display:inline-block}
button:hover,.button:hover{border-color:var(--palm)}
.go{background:var(--palm);border-color:var(--palm);color:#fff}.go:hover{background:var(--palm-dark)}
button[aria-pressed=true]{background:var(--palm);color:#fff;border-color:var(--palm)}
:focus-visible{outline:3px solid var(--sun);outline-offset:2px}
a{color:var(--palm)}label{display:block;margin:.35rem 0}
input[type=text],input[type=search],input[type=number],select{font:inherit;padding:.45rem .7rem;border:1px solid var(--line);border-radius:10px;background:#fff;color:inherit;min-height:44px;max-width:100%}
.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.choice{display:flex;gap:.7rem;align-items:flex-start;border:1px solid var(--line);border-radius:12px;padding:.7rem .9rem;margin:.5rem 0;background:#fff;cursor:pointer}
.choice:has(input:checked){border-color:var(--palm);box-shadow:0 0 0 1px var(--palm)}
.choice input{margin-top:.45rem;accent-color:var(--palm)}
table{border-collapse:collapse;width:100%}td,th{padding:.35rem .5rem;border-bottom:1px solid var(--line);text-align:start;vertical-align:top}
.scroll{overflow-x:auto}code,pre{font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;direction:ltr;unicode-bidi:isolate}
pre{white-space:pre-wrap;word-break:break-word;background:#f3ebdd;border-radius:10px;padding:.7rem;text-align:left}
`;
