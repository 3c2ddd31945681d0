import { type Halalas, halalas } from "#base/shared/money.ts";

/** 15 %: prices are shown with VAT, so the gross amount is the truth and the VAT is taken out of it. */
export const vatBasisPoints = 1_500;

/** The VAT inside an amount that includes it, rounded half up without floats. Basis points: 1,500 is 15 %. */
export function computeVatInside(gross: number, basisPoints: number = vatBasisPoints): Halalas {
  const share = 2n * BigInt(basisPoints);
  const whole = 10_000n + BigInt(basisPoints);
  return halalas(Number((BigInt(gross) * share + whole) / (2n * whole)));
}
