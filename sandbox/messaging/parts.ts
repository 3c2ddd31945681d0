/** Letters of the GSM 7-bit alphabet; those of its extension count as two. */
const gsm = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
);
const extension = new Set("^{}\\[~]|€");

/** How many parts a text is sent and charged as: 160 or 153 letters a part in GSM-7, 70 or 67 with any other letter. */
export function countParts(text: string): number {
  let length = 0;
  for (const letter of text) {
    if (gsm.has(letter)) length += 1;
    else if (extension.has(letter)) length += 2;
    else return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  }
  return length <= 160 ? 1 : Math.ceil(length / 153);
}
