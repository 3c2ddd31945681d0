import type { CompanyDetails } from "../contract/company.calls.ts";

/** What the tax authority asks of a seller on an invoice. */
const required = [
  "name_ar",
  "name_en",
  "vat_number",
  "registration_number",
  "street",
  "building_number",
  "district",
  "city",
  "postal_code",
] as const;

export type SellerDetails = Pick<CompanyDetails, (typeof required)[number]>;

/** The seller of invoices; null while any of its fields is empty. */
export function toSellerDetails(details: CompanyDetails): SellerDetails | null {
  if (required.some((field) => details[field] === "")) return null;
  return Object.fromEntries(required.map((field) => [field, details[field]])) as SellerDetails;
}
