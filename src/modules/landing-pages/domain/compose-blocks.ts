import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import type { Block, PageContent } from "../contract/page-content.ts";
import type { LandingFacts, Translate } from "./landing-facts.ts";

type Card = { title: string; text: string };
/** A block with all its words, as it is drawn. `key` is that of the merchant's block. */
export type DrawnBlock = { key: string } & (
  | { kind: "hero"; title: string; text: string; picture: string }
  | { kind: "price"; amount: string }
  | { kind: "proof"; figure: string; text: string }
  | ({ kind: "offer" } & Card)
  | { kind: "delivery"; title: string; lines: string[] }
  | { kind: "questions"; title: string; items: { question: string; answer: string }[] }
  | ({ kind: "text" } & Card)
  | { kind: "picture"; picture: string; alt: string }
  | { kind: "order"; title: string }
);
export type ComposedPage = {
  blocks: DrawnBlock[];
  order: { label: string; isSoldOut: boolean; note: string };
};

/** Fewer sales say nothing to a shopper. */
const unitsProven = 10;

/**
 * The page's blocks in their order. What the merchant did not write is one of the store's records; where a fact or a text is
 * missing, its block is left out, as are those that the merchant hides.
 */
export function composeBlocks(content: PageContent, facts: LandingFacts, t: Translate): ComposedPage {
  const { product, store } = facts;
  const order = content.blocks.find((block) => block.kind === "order");
  return {
    blocks: content.blocks.flatMap((block) =>
      block.is_hidden ? [] : composeBlock(block, content, facts, t),
    ),
    order: {
      label: product.is_sold_out ? t("sold_out") : (order?.kind === "order" && order.label) || t("order"),
      isSoldOut: product.is_sold_out,
      note: t("order_note", { store: store.name }),
    },
  };
}

function composeBlock(block: Block, content: PageContent, facts: LandingFacts, t: Translate): DrawnBlock[] {
  const { key } = block;
  const title = content.headline || facts.product.name;
  switch (block.kind) {
    case "hero":
      return [{ key, kind: "hero", title, text: content.introduction, picture: block.picture }];
    case "price":
      // A lowered price is not said: that needs a discount licence.
      return [{ key, kind: "price", amount: formatPrice(facts, t) }];
    case "proof":
      return composeProof(key, facts, t);
    case "delivery":
      return composeDelivery(block, facts, t);
    case "questions":
      return composeQuestions(block, facts, t);
    case "offer":
    case "text": {
      const { kind, title, text } = block;
      return title === "" && text === "" ? [] : [{ key, kind, title, text }];
    }
    case "picture":
      return block.picture === "none"
        ? []
        : [{ key, kind: "picture", picture: block.picture, alt: block.alt }];
    case "order":
      return [{ key, kind: "order", title: block.title || title }];
  }
}

function formatPrice({ product }: LandingFacts, t: Translate): string {
  const amount = formatShortRiyals(halalas(product.price_halalas));
  return product.currency === "SAR"
    ? t("riyals", { amount })
    : t("amount", { amount, currency: product.currency });
}

const composeProof = (key: string, { units_sold: units }: LandingFacts, t: Translate): DrawnBlock[] =>
  units !== null && units >= unitsProven
    ? [{ key, kind: "proof", figure: String(units), text: t("proof", { count: units }) }]
    : [];

function composeDelivery(
  { key, note }: Extract<Block, { kind: "delivery" }>,
  { delivery_days: days, top_cities, language }: LandingFacts,
  t: Translate,
): DrawnBlock[] {
  const cities = new Intl.ListFormat(language).format(top_cities.map((city) => city[language]));
  const lines = [
    ...(days === null ? [] : [t("delivery.days", { count: days })]),
    ...(cities === "" ? [] : [t("delivery.cities", { cities })]),
    ...(note === "" ? [] : [note]),
  ];
  return lines.length === 0 ? [] : [{ key, kind: "delivery", title: t("delivery.title"), lines }];
}

function composeQuestions(
  { key, items: own }: Extract<Block, { kind: "questions" }>,
  facts: LandingFacts,
  t: Translate,
): DrawnBlock[] {
  const ask = (name: string, params: Record<string, string | number> = {}) => ({
    question: t(`questions.${name}.question`, params),
    answer: t(`questions.${name}.answer`, params),
  });
  const items = [
    ask("where", { store: facts.store.name }),
    ...(facts.has_cash_on_delivery ? [ask("cash")] : []),
    ask("price"),
    ...own.filter(({ question, answer }) => question !== "" && answer !== ""),
  ];
  return [{ key, kind: "questions", title: t("questions.title"), items }];
}
