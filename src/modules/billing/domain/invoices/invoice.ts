import type { InvoiceKind, PaidBy } from "../../contract/invoices.enums.ts";
import type { Amounts } from "./amounts.ts";

/** Who sells. Its address is in Arabic, as the tax register has it. */
export type Seller = {
  name_ar: string;
  name_en: string;
  vat_number: string;
  registration_number: string;
  street: string;
  building_number: string;
  district: string;
  city: string;
  postal_code: string;
};

/** Who buys; without a VAT number the address may be empty. */
export type Buyer = Omit<Seller, "name_ar" | "name_en" | "vat_number"> & {
  name: string;
  vat_number: string | null;
};

/** `discount_halalas` was taken off before the amounts; with VAT. */
export type InvoiceLine = Amounts & {
  title_ar: string;
  title_en: string;
  quantity: number;
  discount_halalas: number;
};

/** An invoice or a credit note as it was issued. */
export type Invoice = Amounts & {
  kind: InvoiceKind;
  is_simplified: boolean;
  number: string;
  uuid: string;
  /** The place in the chain of all documents, from 1, and the hash of the one before. */
  counter: number;
  previous_hash: string;
  issued_at: Date;
  supplied_on: string;
  seller: Seller;
  buyer: Buyer | null;
  paid_by: PaidBy;
  vat_basis_points: number;
  lines: readonly InvoiceLine[];
  /** Of a credit note: the invoice it corrects, and why. */
  corrects_number: string | null;
  reason: string;
};
