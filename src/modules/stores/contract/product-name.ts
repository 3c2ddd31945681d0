const shortWords = 3;
const units =
  "كجم|كغم|كيلو|كغ|جم|غم|جرام|غرام|مل|لتر|سم|متر|مم|حبة|حبه|حبات|قطعة|قطع|كيس|عبوة|kg|g|gm|grams?|ml|l|liters?|litres?|cm|mm|m|oz|pcs|pieces?|pack";
/** A number, as digits or as a word. */
const count = /^(?:\p{Nd}+|(?:ثلاث|أربع|خمس|ست|سبع|ثمان|تسع|عشر)(?:ة|ي|ية)?)$/u;
/** "٣ كجم", "100ml", "٢٤ حبة". */
const measure = new RegExp(`(?<![\\p{L}\\p{Nd}])[\\p{Nd}.,٫]+\\s*(?:${units})(?![\\p{L}\\p{Nd}])`, "giu");

/**
 * The first words of a product's name, as it is called within a text: without its size, which is said once in the whole name,
 * and not ending between a number and what it counts.
 */
export function toShortName(name: string): string {
  const words = name.replace(measure, " ").split(/\s+/).filter(Boolean);
  const short = words.slice(0, shortWords);
  if (words.length > short.length && short.length > 1 && count.test(short.at(-1) ?? "")) short.pop();
  return short.join(" ").replace(/[\s،,:\-–—|/(]+$/u, "") || name;
}
