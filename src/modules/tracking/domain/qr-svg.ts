/** A QR code's modules, row by row; 1 is dark. */
export type QrModules = { size: number; data: ArrayLike<number> };

/** Light modules around the code (ISO/IEC 18004, 6.3.8). */
export const quietZone = 4;
/**
 * The logo's place in the middle, as a share of the side. With level H 30 % of the code may be missing; this hides 7 %
 * with its margin, so that a print that is folded or dirty is read too.
 */
const logoShare = 0.22;

/**
 * A QR code as SVG, one unit a module. `logo` is an image's data address, drawn on white in the middle. Colours are
 * black on white: scanners want contrast.
 */
export function toQrSvg({ size, data }: QrModules, logo: string | null): string {
  const side = size + quietZone * 2;
  const path: string[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; ) {
      let length = 0;
      while (column + length < size && data[row * size + column + length] === 1) length += 1;
      if (length > 0) path.push(`M${column + quietZone} ${row + quietZone}h${length}v1h-${length}z`);
      column += length + 1;
    }
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/>`,
    `<path d="${path.join("")}"/>`,
    logo === null ? "" : drawLogo(side, size, logo),
    "</svg>",
  ].join("");
}

/** Whole modules are covered: half a module is read wrong more easily than none. */
function drawLogo(side: number, size: number, logo: string): string {
  const picture = Math.floor(size * logoShare);
  const frame = picture + 2 - ((side - picture) % 2);
  const at = (side - frame) / 2;
  const inner = at + (frame - picture) / 2;
  return (
    `<path fill="#fff" d="M${at} ${at}h${frame}v${frame}h-${frame}z"/>` +
    `<image href="${logo}" x="${inner}" y="${inner}" width="${picture}" height="${picture}" image-rendering="auto"/>`
  );
}
