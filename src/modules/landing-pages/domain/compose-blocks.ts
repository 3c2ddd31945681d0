import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import type { LandingFacts, Translate } from "./landing-facts.ts";

export type Blocks = {
  hero: { title: string; text: string };
  price: string;
  /** What the store's records prove; null where they prove nothing. */
  proof: { figure: string; text: string } | null;
  delivery: { title: string; lines: string[] } | null;
  questions: { title: string; items: { question: string; answer: string }[] };
  order: { label: string; isSoldOut: boolean; note: string };
};

/** Fewer sales say nothing to a shopper. */
const unitsProven = 10;

/** The page's blocks. Every statement is one of the store's records; where a fact is missing its block is left out. */
export function composeBlocks(facts: LandingFacts, t: Translate): Blocks {
  const { product, store, units_sold: units, headline, introduction } = facts;
  return {
    hero: { title: headline || product.name, text: introduction },
    // A lowered price is not said: that needs a discount licence.
    price: formatPrice(facts, t),
    proof:
      units !== null && units >= unitsProven
        ? { figure: String(units), text: t("proof", { count: units }) }
        : null,
    delivery: composeDelivery(facts, t),
    questions: { title: t("questions.title"), items: composeQuestions(facts, t) },
    order: {
      label: t(product.is_sold_out ? "sold_out" : "order"),
      isSoldOut: product.is_sold_out,
      note: t("order_note", { store: store.name }),
    },
  };
}

function formatPrice({ product }: LandingFacts, t: Translate): string {
  const amount = formatShortRiyals(halalas(product.price_halalas));
  return product.currency === "SAR"
    ? t("riyals", { amount })
    : t("amount", { amount, currency: product.currency });
}

function composeDelivery({ delivery_days: days, top_cities: cities, language }: LandingFacts, t: Translate) {
  const lines = [
    ...(days === null ? [] : [t("delivery.days", { count: days })]),
    ...(cities.length === 0
      ? []
      : [
          t("delivery.cities", {
            cities: new Intl.ListFormat(language).format(cities.map((city) => city[language])),
          }),
        ]),
  ];
  return lines.length === 0 ? null : { title: t("delivery.title"), lines };
}

function composeQuestions(facts: LandingFacts, t: Translate) {
  const ask = (key: string, params: Record<string, string | number> = {}) => ({
    question: t(`questions.${key}.question`, params),
    answer: t(`questions.${key}.answer`, params),
  });
  return [
    ask("where", { store: facts.store.name }),
    ...(facts.has_cash_on_delivery ? [ask("cash")] : []),
    ask("price"),
  ];
}
