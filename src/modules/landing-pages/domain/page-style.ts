import type { PageColors } from "../contract/page-content.ts";
import { toButtonInk, toSoftGround } from "./check-colors.ts";
import { defaultColors } from "./default-content.ts";

/** Logical properties alone, so that it serves both directions. */
const rules = `*{box-sizing:border-box}body{margin:0;background:var(--ground);color:#1d1b17;font:1.0625rem/1.75 "IBM Plex Sans Arabic","SF Arabic","Noto Sans Arabic","Segoe UI",system-ui,sans-serif;-webkit-text-size-adjust:100%}
h1,h2,p,ul{margin:0;padding:0}h1,h2{line-height:1.4;text-wrap:balance;overflow-wrap:anywhere}ul{list-style:none}a{color:inherit}p{overflow-wrap:anywhere}
.top{max-inline-size:68rem;margin-inline:auto;padding:1.125rem 1.25rem;font-weight:600;color:var(--main)}
main{max-inline-size:68rem;margin-inline:auto;padding:0 1.25rem 7rem;display:grid;grid-template-columns:minmax(0,1fr);gap:1.25rem}
.hero{display:grid;gap:1.5rem;align-items:center}.words{display:grid;gap:.875rem;align-content:center;justify-items:start}
h1{font-size:clamp(1.75rem,1.2rem + 2.6vw,3rem);font-weight:700}.lead{color:#5d574d;font-size:1.125rem;white-space:pre-line}
.frame{background:var(--soft);border-radius:1.75rem;overflow:hidden;display:grid;place-items:center}.frame img{display:block;inline-size:100%;block-size:auto;max-block-size:70vh;object-fit:cover}
.price{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem}.price strong{font-size:1.75rem;line-height:1.3;color:var(--main);font-variant-numeric:tabular-nums}
.order{display:inline-flex;align-items:center;justify-content:center;min-block-size:3.25rem;padding:.5rem 2rem;border-radius:.875rem;background:var(--accent);color:var(--on-accent);font-weight:700;font-size:1.125rem;text-decoration:none}
.order:hover{filter:brightness(.92)}.order:focus-visible,summary:focus-visible{outline:3px solid var(--main);outline-offset:3px}.order[aria-disabled]{background:#e9e2d6;color:#5d574d;filter:none}
.note{color:#5d574d;font-size:.9375rem}
.card{background:#fff;border:1px solid #e9e2d6;border-radius:1.25rem;padding:1.5rem}.card h2{font-size:1.25rem;margin-block-end:.5rem}.card li+li{margin-block-start:.5rem}.card .body{white-space:pre-line}
.buy{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.75rem 1.5rem}
.offer{border:2px solid var(--main)}.offer h2{color:var(--main)}
.facts{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr))}
.proof{background:var(--main);border-color:var(--main);color:#fff}.proof b{display:block;font-size:2.75rem;line-height:1.2;font-variant-numeric:tabular-nums}
details{border-block-start:1px solid #e9e2d6;padding-block:.875rem}details:first-of-type{border:0}summary{cursor:pointer;font-weight:600;overflow-wrap:anywhere}details p{margin-block-start:.375rem;color:#5d574d;white-space:pre-line}
.close{background:var(--soft);border:0;text-align:center;display:grid;justify-items:center;gap:1rem;padding:2.25rem 1.5rem}.close h2{margin:0;font-size:1.5rem}
.seller{padding-block:.5rem;color:#5d574d;font-size:.9375rem}.seller dl{margin:0;display:flex;flex-wrap:wrap;gap:.25rem 1.5rem}.seller div{display:flex;flex-wrap:wrap;gap:0 .375rem}.seller dd{margin:0;color:#1d1b17}
.bar{position:fixed;inset-block-end:0;inset-inline:0;background:#fff;border-block-start:1px solid #e9e2d6;padding:.625rem 1.25rem calc(.625rem + env(safe-area-inset-bottom));display:flex;align-items:center;justify-content:space-between;gap:1rem}.bar strong{color:var(--main)}.bar .order{min-block-size:2.875rem;padding-inline:1.5rem;font-size:1rem}.bar .order:only-child{flex:1}
@media(min-width:48rem){.hero{grid-template-columns:1.05fr 1fr;gap:3rem;padding-block:1.5rem 2rem}.hero .frame{order:2}.hero .words:only-child{grid-column:1/-1}.bar{display:none}main{padding-block-end:3rem}.wide img{max-block-size:36rem}}`;

/** The only style of a page, in its colours. */
export function toPageStyle(colors: PageColors): string {
  const { main, accent, ground } = colors;
  return `:root{--main:${main};--accent:${accent};--on-accent:${toButtonInk(accent)};--ground:${ground};--soft:${toSoftGround(colors)}}${rules}`;
}

/** Of pages that are no merchant's. */
export const plainStyle = toPageStyle(defaultColors);
