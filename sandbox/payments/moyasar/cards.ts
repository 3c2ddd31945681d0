export type Company = "mada" | "visa" | "master" | "amex" | "unionpay";

/** The outcome of a card in test mode. */
export type CardPlan = {
  company: Company;
  /** The bank's response code: "00" is approved. */
  code: string;
  /** The issuer's 3-D Secure behaviour; "fails" refuses whatever the shopper answers. */
  challenge: "asks" | "frictionless" | "fails";
};

const bank = (company: Company, code: string): CardPlan => ({ company, code, challenge: "asks" });
const secure = (challenge: CardPlan["challenge"]): CardPlan => ({ company: "visa", code: "00", challenge });

/** Moyasar docs, Test cards. A number that is not here is declined. */
const plans: Record<string, CardPlan> = {
  "4201320111111010": bank("mada", "00"),
  "4201320000013020": bank("mada", "99"),
  "4201320000311101": bank("mada", "51"),
  "4201320131000508": bank("mada", "41"),
  "4201321234411220": bank("mada", "05"),
  "4201322267774310": bank("mada", "54"),
  "4201326324640570": bank("mada", "61"),
  "4201321144311528": bank("mada", "43"),
  "4111111111111111": bank("visa", "00"),
  "4111114005765430": secure("frictionless"),
  "4111118250252531": secure("fails"),
  "4111113343111067": secure("fails"),
  "4111116611600661": secure("fails"),
  "4111112205628150": secure("fails"),
  "4111115784228433": secure("fails"),
  "4111115620358287": secure("fails"),
  "4123120001090000": bank("visa", "51"),
  "4123120001090109": bank("visa", "05"),
  "5421080101000000": bank("master", "00"),
  "5457210001000092": bank("master", "51"),
  "5204730000002514": bank("master", "05"),
  "340000000900000": bank("amex", "00"),
  "6200000000000005": bank("unionpay", "00"),
};

export function findCardPlan(number: string): CardPlan | null {
  return plans[number] ?? null;
}

/** Some of mada's number ranges: enough to recognize a mada card outside the test table. */
const MADA =
  /^(420132|440647|440795|446404|457865|457997|474491|483010|484783|486094|489317|493428|504300|508160|521076|529415|535825|543357|549760|558848|588845|588850|604906|636120|968201|968208|968211)/;

/** The brand by number, or null for one that no network here accepts. */
export function detectCompany(number: string): Company | null {
  if (MADA.test(number)) return "mada";
  if (/^4/.test(number)) return "visa";
  if (/^(5[1-5]|2[2-7])/.test(number)) return "master";
  if (/^3[47]/.test(number)) return "amex";
  return /^62/.test(number) ? "unionpay" : null;
}

/** The check digit of a card number (Luhn). */
export function hasRightCheckDigit(number: string): boolean {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return number.length >= 12 && sum % 10 === 0;
}

/** "4201-32XX-XXXX-1010": the part of a number that may be stored. */
export function masked(number: string): string {
  return `${number.slice(0, 4)}-${number.slice(4, 6)}XX-XXXX-${number.slice(-4)}`;
}

/** The bank's texts for its codes; the product shows its own. */
export const BANK_MESSAGES: Record<string, string> = {
  "00": "APPROVED",
  "05": "DECLINED",
  "41": "LOST CARD",
  "43": "STOLEN CARD",
  "51": "INSUFFICIENT FUNDS",
  "54": "EXPIRED CARD",
  "61": "EXCEEDS WITHDRAWAL LIMIT",
  "99": "UNSPECIFIED FAILURE",
};
