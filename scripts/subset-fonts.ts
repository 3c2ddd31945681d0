import { readFile, writeFile } from "node:fs/promises";
import subsetFont from "subset-font";

/**
 * Cuts the two typefaces down to what the first screen writes: Arabic letters and basic Latin.
 * Run it again when a font package changes; the files in `src/base/web/fonts/generated/` are committed.
 * Anything outside these letters is still drawn: `fonts.css` names the full files by `unicode-range`.
 */
const packages = "node_modules";
const target = "src/base/web/fonts/generated";

const arabicLetters = [
  range(0x0621, 0x063a),
  range(0x0641, 0x0652),
  range(0x0660, 0x066c),
  "\u0670\u0671",
].join("");
const arabicMarks = "\u060c\u061b\u061f\u0640";
const arabic = ` ${arabicMarks}${arabicLetters}`;
const latin = `${range(0x20, 0x7e)}\u00a0\u00ab\u00b7\u00bb\u00d7\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u2212\u066a`;
const figures = `${range(0x20, 0x7e)}\u00a0\u00ab\u00b7\u00bb\u00d7\u2013\u2014\u2026\u2212`;

const plex = (script: string, weight: number) =>
  `${packages}/@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-${script}-${weight}-normal.woff2`;
const readex = (script: string) =>
  `${packages}/@fontsource-variable/readex-pro/files/readex-pro-${script}-wght-normal.woff2`;

type Cut = {
  from: string;
  letters: string;
  to: string;
  axes?: Record<string, number | { min: number; max: number }>;
};

const cuts: Cut[] = [
  { from: plex("arabic", 400), letters: arabic, to: "plex-arabic-400" },
  { from: plex("arabic", 600), letters: arabic, to: "plex-arabic-600" },
  { from: plex("latin", 400), letters: latin, to: "plex-latin-400" },
  { from: plex("latin", 600), letters: latin, to: "plex-latin-600" },
  // One weight is enough for headings and big figures: half the bytes of the variable file.
  { from: readex("arabic"), letters: arabic, to: "readex-arabic-600", axes: { wght: 600 } },
  { from: readex("latin"), letters: figures, to: "readex-latin-600", axes: { wght: 600 } },
];

let total = 0;
for (const cut of cuts) {
  const font = await subsetFont(await readFile(cut.from), cut.letters, {
    targetFormat: "woff2",
    noHinting: true,
    ...(cut.axes ? { variationAxes: cut.axes } : {}),
  });
  await writeFile(`${target}/${cut.to}.woff2`, font);
  total += font.length;
  console.log(`${cut.to}.woff2  ${(font.length / 1024).toFixed(1)} KiB`);
}
console.log(`together ${(total / 1024).toFixed(1)} KiB`);

function range(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)).join("");
}
