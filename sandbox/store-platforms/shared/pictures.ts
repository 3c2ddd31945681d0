import sharp from "sharp";
import { seededRandom } from "../../base/random.ts";

/** Product pictures that need no file: a simple drawing of the shop's trade on sand, tinted by the product. */
const drawings: Record<string, string> = {
  dates:
    '<g fill="#7b4a26"><ellipse cx="78" cy="112" rx="20" ry="34" transform="rotate(-18 78 112)"/><ellipse cx="122" cy="112" rx="20" ry="34" transform="rotate(16 122 112)"/><ellipse cx="100" cy="128" rx="20" ry="34"/></g><path d="M100 92C96 70 84 58 62 54M100 92c2-24 16-38 40-40M100 92V48" fill="none" stroke="#17624b" stroke-width="7" stroke-linecap="round"/>',
  abayas:
    '<path d="M82 48h36l12 22 18 84H52l18-84z" fill="#2b2722"/><path d="M100 48v106" stroke="#8d8578" stroke-width="2"/><path d="M82 48c6 12 30 12 36 0" fill="none" stroke="#c9a45c" stroke-width="4"/><path d="M70 70 48 126l14 6 12-30zM130 70l22 56-14 6-12-30z" fill="#2b2722"/>',
  perfumes:
    '<rect x="62" y="88" width="76" height="70" rx="12" fill="#c9a45c"/><rect x="72" y="104" width="56" height="44" rx="6" fill="#f3ebdd"/><rect x="86" y="66" width="28" height="22" rx="3" fill="#8a6a2f"/><rect x="80" y="44" width="40" height="24" rx="6" fill="#4d3b1c"/><path d="M100 114v24M88 126h24" stroke="#8a6a2f" stroke-width="3"/>',
  coffee:
    '<path d="M52 84h82v34c0 24-16 40-41 40s-41-16-41-40z" fill="#fff" stroke="#5d574d" stroke-width="4"/><path d="M134 92c24-4 26 34-2 32" fill="none" stroke="#5d574d" stroke-width="6"/><ellipse cx="93" cy="86" rx="38" ry="9" fill="#5b3a22"/><path d="M78 66c-8-10 8-14 0-26M104 66c-8-10 8-14 0-26" fill="none" stroke="#8d8578" stroke-width="4" stroke-linecap="round"/>',
};

/** The picture as stores give it: a square JPEG. */
export function drawProduct(kind: string, productId: string): Promise<Buffer> {
  const tint = seededRandom("tint", productId).pick(["#f3ebdd", "#e3efe9", "#fbe9e0", "#efe7f2", "#e9eef5"]);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="800" height="800"><rect width="200" height="200" fill="${tint}"/>${drawings[kind] ?? drawings.dates}</svg>`;
  return sharp(Buffer.from(drawing)).jpeg({ quality: 88 }).toBuffer();
}

export function pictureUrl(origin: string, productId: string): string {
  return `${origin}/pictures/${productId}.jpg`;
}
