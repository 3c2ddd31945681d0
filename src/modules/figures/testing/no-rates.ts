import type { KindRates } from "../domain/delivery-rates.ts";

/** A store of which nothing has ended yet. */
export const noRates: KindRates = {
  all: { delivered: 0, refused: 0, cancelled: 0 },
  city: new Map(),
  product: new Map(),
  source: new Map(),
};
