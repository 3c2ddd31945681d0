import { createHash } from "node:crypto";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import type { ConnectOutcome } from "./complete-authorization.ts";

type RefusalReason = Extract<ConnectOutcome, { kind: "refused" }>["reason"];

const style = `body{margin:0;background:#faf7f1;color:#1d1b17;font:16px/1.7 system-ui,sans-serif;display:grid;min-height:100vh;place-items:center}
main{max-width:28rem;padding:2rem;background:#fff;border:1px solid #e9e2d6;border-radius:20px;margin:1rem}
h1{font-size:1.2rem;margin:0 0 .5rem}p{margin:.25rem 0;color:#5d574d}a{display:inline-block;margin-top:1rem;padding:.6rem 1.2rem;border-radius:12px;background:#17624b;color:#fff;text-decoration:none}`;

/** Only this page's own style; no script. */
export const refusedPagePolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256")
  .update(style)
  .digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Shown, in both languages, to a browser that returns from a consent page but did not start the authorization here. */
export function authorizationRefusedPage(reason: RefusalReason, homeUrl: string): string {
  return `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${ar.consent.title}</title><style>${style}</style></head>
<body><main><h1>${ar.consent.title}</h1><p>${ar.consent[reason]}</p>
<div lang="en" dir="ltr"><p><strong>${en.consent.title}</strong></p><p>${en.consent[reason]}</p></div>
<a href="${homeUrl}/link-ad-accounts/add-store">${ar.consent.back} · <span lang="en">${en.consent.back}</span></a></main></body></html>`;
}
