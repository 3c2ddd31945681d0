import type { Messages } from "#base/server/messages.ts";

/** A plan as invoices name it: with the length of what was bought. */
export function toPlanTitle(
  messages: Messages,
  { name_ar, name_en, months }: { name_ar: string; name_en: string; months: number },
): { title_ar: string; title_en: string } {
  return {
    title_ar: messages.translate("ar", "billing:invoice_plan", { plan: name_ar, count: months }),
    title_en: messages.translate("en", "billing:invoice_plan", { plan: name_en, count: months }),
  };
}
