import type { Language } from "#base/shared/language.ts";

/** What the store's records say of the product that a page sells. Amounts are halalas with VAT. */
export type LandingFacts = {
  language: Language;
  product: {
    name: string;
    price_halalas: number;
    currency: string;
    is_sold_out: boolean;
  };
  store: { name: string };
  /** Sold in the last 30 days; null while it is not known. */
  units_sold: number | null;
  top_cities: readonly { ar: string; en: string }[];
  delivery_days: number | null;
  has_cash_on_delivery: boolean;
};

/** The text behind a key of the module's messages under `page`. */
export type Translate = (key: string, params?: Record<string, string | number>) => string;
