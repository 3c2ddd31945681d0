import { createHash } from "node:crypto";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };

const style = `body{margin:0;background:#faf7f1;color:#1d1b17;font:16px/1.7 system-ui,sans-serif;display:grid;min-height:100vh;place-items:center;text-align:center}
main{padding:2rem;max-width:26rem}h1{font-size:1.25rem;margin:0}p{margin:.4rem 0;color:#5d574d}`;

/** The style of these pages only; no script. */
export const visitorPagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256")
  .update(style)
  .digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

type Words = { title: string; body: string };

/** The page for a visitor whose link leads nowhere; in both languages, since we know nothing of the visitor. */
function renderPage(arabic: Words, english: Words): string {
  return `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${arabic.title}</title><style>${style}</style></head><body><main><h1>${arabic.title}</h1><p>${arabic.body}</p><div lang="en" dir="ltr"><p><strong>${english.title}</strong></p><p>${english.body}</p></div></main></body></html>`;
}

export const gonePage = renderPage(ar.visitor.gone, en.visitor.gone);
export const busyPage = renderPage(ar.visitor.busy, en.visitor.busy);
