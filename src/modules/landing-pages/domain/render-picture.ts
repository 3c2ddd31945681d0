import { escapeHtml as text } from "#base/shared/escape-html.ts";

/** The sizes in which a picture is kept, widest last; heights follow from the picture. */
export type PagePicture = { version: string; sizes: readonly { width: number; height: number }[] };

const toPicturePath = (slug: string, version: string, width: number, format: string): string =>
  `/p/${slug}/pictures/${version}/${width}.${format}`;

type Shown = {
  alt: string;
  /** Below what a visitor sees first. */
  isLazy: boolean;
};

/** One picture in its sizes and formats, with its proportions, so that nothing moves when it arrives. */
export function drawPicture(slug: string, { version, sizes }: PagePicture, { alt, isLazy }: Shown): string {
  const widest = sizes.at(-1);
  if (!widest) return "";
  const set = (format: string) =>
    sizes.map(({ width }) => `${toPicturePath(slug, version, width, format)} ${width}w`).join(", ");
  const shown = isLazy ? "(min-width:71rem) 68rem, 100vw" : "(min-width:48rem) 32rem, 100vw";
  const loading = isLazy ? 'loading="lazy"' : 'fetchpriority="high"';
  return `<picture><source type="image/avif" srcset="${set("avif")}" sizes="${shown}"><img src="${toPicturePath(slug, version, widest.width, "webp")}" srcset="${set("webp")}" sizes="${shown}" width="${widest.width}" height="${widest.height}" alt="${text(alt)}" ${loading}></picture>`;
}
