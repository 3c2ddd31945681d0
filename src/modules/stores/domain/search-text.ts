/**
 * Text for search: lower case, Arabic letters that people swap folded into one (أ إ آ → ا, ة → ه, ى → ي), vowel marks
 * and the stretching line dropped, so that "عبايه" finds "عبايةٌ".
 */
export function searchText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u064b-\u065f\u0670\u0640]/g, "")
    .replace(/[أإآٱ]/g, "ا")
    .replace(/ة/g, "ه")
    .replace(/ى/g, "ي")
    .replace(/\s+/g, " ")
    .trim();
}
