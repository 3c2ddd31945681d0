import type { Messages } from "#base/server/messages.ts";
import { toPlanTitle } from "../plan-title.ts";
import type { OrderLine } from "./orders.store.ts";

/** A line as invoices name it: a plan with its months. */
export const toLineTitle = (messages: Messages, { title_ar, title_en, months }: OrderLine) =>
  months === null
    ? { title_ar, title_en }
    : toPlanTitle(messages, { name_ar: title_ar, name_en: title_en, months });

/** An order as the statement names it: its largest line, and how many others there are. */
export function toOrderTitle(messages: Messages, lines: readonly OrderLine[]): { ar: string; en: string } {
  const [largest] = lines.toSorted((one, other) => other.total_halalas - one.total_halalas);
  if (!largest) throw new RangeError("an order has at least one line");
  const { title_ar, title_en } = toLineTitle(messages, largest);
  const count = lines.length - 1;
  return {
    ar: messages.translate("ar", "billing:order_title", { item: title_ar, count }),
    en: messages.translate("en", "billing:order_title", { item: title_en, count }),
  };
}
