/** Words of a text as they are counted against the merchant's stock: what stands between spaces and has a letter or digit. */
export const countWords = (text: string): number =>
  text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
