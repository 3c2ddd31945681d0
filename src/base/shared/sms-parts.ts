/** The letters of one septet in a text message (3GPP TS 23.038, default alphabet), and those of two. */
const basic =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const extended = "^{}\\[~]|€";

export type SmsParts = { parts: number; units: number; perPart: number; isUnicode: boolean };

/**
 * How many parts a text message is charged as: 160 letters of the default alphabet, or 70 UTF-16 units with any other
 * letter, such as an Arabic one; of several parts each has 153 or 67 (3GPP TS 23.040).
 */
export function countSmsParts(text: string): SmsParts {
  const letters = [...text];
  const isUnicode = letters.some((letter) => !basic.includes(letter) && !extended.includes(letter));
  const units = isUnicode
    ? text.length
    : letters.reduce((sum, letter) => sum + (extended.includes(letter) ? 2 : 1), 0);
  const [single, several] = isUnicode ? [70, 67] : [160, 153];
  const perPart = units <= single ? single : several;
  return { parts: units === 0 ? 0 : Math.ceil(units / perPart), units, perPart, isUnicode };
}
