/** The only style of landing pages: logical properties, so that it serves both directions. */
export const pageStyle = `*{box-sizing:border-box}body{margin:0;background:#faf7f1;color:#1d1b17;font:1.0625rem/1.75 "IBM Plex Sans Arabic","SF Arabic","Noto Sans Arabic","Segoe UI",system-ui,sans-serif;-webkit-text-size-adjust:100%}
h1,h2,p,ul{margin:0;padding:0}h1,h2{line-height:1.4;text-wrap:balance}ul{list-style:none}a{color:inherit}
.top{max-inline-size:68rem;margin-inline:auto;padding:1.125rem 1.25rem;font-weight:600;color:#0f4534}
main{max-inline-size:68rem;margin-inline:auto;padding:0 1.25rem 7rem;display:grid;gap:1.25rem}
.hero{display:grid;gap:1.5rem;align-items:center}.words{display:grid;gap:.875rem;align-content:center;justify-items:start}
h1{font-size:clamp(1.75rem,1.2rem + 2.6vw,3rem);font-weight:700}.lead{color:#5d574d;font-size:1.125rem;white-space:pre-line;overflow-wrap:anywhere}h1{overflow-wrap:anywhere}
.frame{background:#f3ebdd;border-radius:1.75rem;overflow:hidden;display:grid;place-items:center}.frame img{display:block;inline-size:100%;block-size:auto;max-block-size:70vh;object-fit:cover}
.price{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem}.price strong{font-size:1.75rem;line-height:1.3;color:#0f4534;font-variant-numeric:tabular-nums}
.order{display:inline-flex;align-items:center;justify-content:center;min-block-size:3.25rem;padding:.5rem 2rem;border-radius:.875rem;background:#b44e28;color:#fff;font-weight:700;font-size:1.125rem;text-decoration:none}
.order:hover{background:#9c4221}.order:focus-visible,summary:focus-visible{outline:3px solid #17624b;outline-offset:3px}.order[aria-disabled]{background:#e9e2d6;color:#5d574d}
.note{color:#5d574d;font-size:.9375rem}
.card{background:#fff;border:1px solid #e9e2d6;border-radius:1.25rem;padding:1.5rem}.card h2{font-size:1.25rem;margin-block-end:.5rem}.card li+li{margin-block-start:.5rem}
.facts{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr))}
.proof{background:#0f4534;border-color:#0f4534;color:#fff}.proof b{display:block;font-size:2.75rem;line-height:1.2;font-variant-numeric:tabular-nums}
details{border-block-start:1px solid #e9e2d6;padding-block:.875rem}details:first-of-type{border:0}summary{cursor:pointer;font-weight:600}details p{margin-block-start:.375rem;color:#5d574d}
.close{background:#f3ebdd;border:0;text-align:center;display:grid;justify-items:center;gap:1rem;padding:2.25rem 1.5rem}.close h2{margin:0;font-size:1.5rem;overflow-wrap:anywhere}
.bar{position:fixed;inset-block-end:0;inset-inline:0;background:#fff;border-block-start:1px solid #e9e2d6;padding:.625rem 1.25rem calc(.625rem + env(safe-area-inset-bottom));display:flex;align-items:center;justify-content:space-between;gap:1rem}.bar strong{color:#0f4534}.bar .order{min-block-size:2.875rem;padding-inline:1.5rem;font-size:1rem}
@media(min-width:48rem){.hero{grid-template-columns:1.05fr 1fr;gap:3rem;padding-block:1.5rem 2rem}.frame{order:2}.bar{display:none}main{padding-block-end:3rem}}`;
