import type { Translate } from "./landing-facts.ts";

/** The merchant's company as they gave it; each field but the name may be empty. */
export type Company = {
  name: string;
  registration_number: string;
  contact_email: string;
  contact_phone: string;
};
/** Who sells, as the law on electronic commerce wants it named: a label with each value. */
export type SellerLine = { label: string; value: string };

/** What stands at a page's foot of who sells; empty until the merchant has given a name. */
export function composeSeller(company: Company | null, t: Translate): SellerLine[] {
  if (!company || company.name === "") return [];
  return [
    { label: t("seller.name"), value: company.name },
    { label: t("seller.registration_number"), value: company.registration_number },
    { label: t("seller.phone"), value: company.contact_phone },
    { label: t("seller.email"), value: company.contact_email },
  ].filter(({ value }) => value !== "");
}
