import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };

export type UnsubscribePage = "confirm" | "done" | "not_valid";

export const pageStyle = `body{margin:0;background:#faf7f1;color:#1d1b17;font:16px/1.7 system-ui,sans-serif;display:grid;min-height:100vh;place-items:center;text-align:center}
main{padding:2rem;max-width:26rem}h1{font-size:1.25rem;margin:0}p{margin:.4rem 0;color:#5d574d}
button{font:600 1rem/1.4 system-ui,sans-serif;margin-top:1rem;min-height:48px;padding:.75rem 1.5rem;border:0;border-radius:10px;background:#17624b;color:#fff;cursor:pointer}button:focus-visible{outline:3px solid #c2410c;outline-offset:2px}`;

/** In both languages: we may not know who opens it. */
export function renderUnsubscribePage(page: UnsubscribePage): string {
  const arabic = ar.unsubscribe[page];
  const english = en.unsubscribe[page];
  const button =
    page === "confirm"
      ? `<form method="post"><button>${ar.unsubscribe.button} · <span lang="en">${en.unsubscribe.button}</span></button></form>`
      : "";
  return `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${arabic.title}</title><style>${pageStyle}</style></head><body><main><h1>${arabic.title}</h1><p>${arabic.body}</p><div lang="en" dir="ltr"><p><strong>${english.title}</strong></p><p>${english.body}</p></div>${button}</main></body></html>`;
}
