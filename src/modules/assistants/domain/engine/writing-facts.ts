import { halalas } from "#base/shared/money.ts";
import { cleanText } from "#base/shared/text.ts";
import type { Fact } from "../../contract/writer-shapes.ts";

/** What a text may be written from. Without a product only the store is known. */
export type WritingFacts = {
  /** Null where no product was chosen; a page may name no price. */
  product: {
    name: string;
    url: string | null;
    priceHalalas: number | null;
    wasHalalas: number | null;
  } | null;
  /** Null where the merchant has no store. */
  store: string | null;
  facts: readonly Fact[];
};

/** What the store's records say of a product. Amounts are halalas. */
type Records = {
  product: {
    name: string;
    url: string | null;
    price_halalas: number;
    regular_price_halalas: number;
    quantity: number | null;
  };
  store: { name: string };
  sales: { units_sold: number; units_returned: number } | null;
  top_cities: { ar: string; en: string }[];
  delivery_days: number | null;
  has_cash_on_delivery: boolean;
};

/** Fewer sold units say nothing good of a product. */
const soldMin = 10;
/** A share of returns is said of at least so many units, and only where it is low. */
const returnsOf = 30;
const returnPercentMax = 5;
const stockLeftMax = 10;

/** The facts worth saying; those that speak against the product are left out, not turned round. */
export function toWritingFacts(records: Records): WritingFacts {
  const { product, store, sales } = records;
  const returned =
    sales && sales.units_sold >= returnsOf ? (100 * sales.units_returned) / sales.units_sold : null;
  const facts: Fact[] = [
    { kind: "price", amount_halalas: product.price_halalas },
    ...(sales && sales.units_sold >= soldMin
      ? [{ kind: "units_sold" as const, units: sales.units_sold }]
      : []),
    ...(returned !== null && returned <= returnPercentMax
      ? [{ kind: "return_rate" as const, percent: Math.ceil(returned) }]
      : []),
    ...(records.top_cities.length > 0 ? [{ kind: "top_cities" as const, cities: records.top_cities }] : []),
    ...(records.delivery_days === null
      ? []
      : [{ kind: "delivery_days" as const, days: records.delivery_days }]),
    ...(records.has_cash_on_delivery ? [{ kind: "cash_on_delivery" as const }] : []),
    ...(product.quantity !== null && product.quantity > 0 && product.quantity <= stockLeftMax
      ? [{ kind: "stock_left" as const, units: product.quantity }]
      : []),
  ];
  const { name, url, price_halalas: priceHalalas, regular_price_halalas: regular } = product;
  const wasHalalas = regular > priceHalalas ? halalas(regular) : null;
  return {
    product: { name: cleanText(name), url, priceHalalas, wasHalalas },
    store: cleanText(store.name),
    facts,
  };
}
