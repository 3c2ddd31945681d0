/**
 * Sentences around a store's facts, by what they say. Each names at least one fact in braces, so that no other store could
 * have said it. `[a|b]`: for a masculine or a feminine product; `<a|b>`: to a man or a woman.
 *
 * {name} the product, {short} its first words, {store}, {price}, {was} the price before, {cities}, {city} the first of them,
 * {days} of delivery, {units} sold in 30 days, {left} units in stock, {percent} of units that came back, {season}, {url},
 * {audience} whom the merchant asked to speak to.
 */
export type FrameKey =
  | "opening"
  | "audience"
  | "price"
  | "sold"
  | "city"
  | "delivery"
  | "cash_on_delivery"
  | "returns"
  | "stock_left"
  | "discount"
  | "call"
  | "hello"
  | "greeting"
  | "reply_thanks"
  | "reply_no_fact"
  | "headline";
export type Frames = Record<FrameKey, readonly string[]>;
