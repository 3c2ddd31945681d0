import { z } from "zod";
import { parseVatNumber } from "#modules/company/contract/vat-number.ts";
import type { Seller } from "../../domain/invoices/invoice.ts";

const name = z.string().min(2, { error: "is too short" }).max(120, { error: "is too long" });

/** Who stands on invoices without a setting: nobody, with a VAT number that is not given out. */
const sample = {
  SELLER_NAME_AR: "رواج للتسويق (تجريبي)",
  SELLER_NAME_EN: "Rawaj Marketing (sample)",
  SELLER_VAT_NUMBER: "399999999900003",
  SELLER_REGISTRATION_NUMBER: "1010000000",
  SELLER_STREET: "طريق الملك فهد",
  SELLER_BUILDING_NUMBER: "8091",
  SELLER_DISTRICT: "العليا",
  SELLER_CITY: "الرياض",
  SELLER_POSTAL_CODE: "12214",
};

/** Who issues the invoices. */
export const sellerSettings = {
  SELLER_NAME_AR: name.default(sample.SELLER_NAME_AR),
  SELLER_NAME_EN: name.default(sample.SELLER_NAME_EN),
  SELLER_VAT_NUMBER: z
    .string()
    .refine((typed) => parseVatNumber(typed) === typed, { error: "must be 15 digits, 3 first and last" })
    .default(sample.SELLER_VAT_NUMBER),
  SELLER_REGISTRATION_NUMBER: z
    .string()
    .regex(/^\d{10}$/, { error: "must be 10 digits" })
    .default(sample.SELLER_REGISTRATION_NUMBER),
  SELLER_STREET: name.default(sample.SELLER_STREET),
  SELLER_BUILDING_NUMBER: z
    .string()
    .regex(/^\d{4}$/, { error: "must be 4 digits" })
    .default(sample.SELLER_BUILDING_NUMBER),
  SELLER_DISTRICT: name.default(sample.SELLER_DISTRICT),
  SELLER_CITY: name.default(sample.SELLER_CITY),
  SELLER_POSTAL_CODE: z
    .string()
    .regex(/^\d{5}$/, { error: "must be 5 digits" })
    .default(sample.SELLER_POSTAL_CODE),
};

type SellerSettings = { [Name in keyof typeof sellerSettings]: z.output<(typeof sellerSettings)[Name]> };

/** Each of them is somebody's alone. */
const identity = [
  "SELLER_NAME_AR",
  "SELLER_NAME_EN",
  "SELLER_VAT_NUMBER",
  "SELLER_REGISTRATION_NUMBER",
] as const;
/** A real seller may share a part of the sample's address, but not the whole. */
const address = [
  "SELLER_STREET",
  "SELLER_BUILDING_NUMBER",
  "SELLER_DISTRICT",
  "SELLER_CITY",
  "SELLER_POSTAL_CODE",
] as const;
const required = "required in production: invoices would carry the sample seller, who is nobody";

/** Production issues no invoice in the name, under the numbers or at the address of the sample seller. */
export function findSampleSeller(settings: SellerSettings): string[] {
  const isSample = (setting: keyof SellerSettings) => settings[setting].trim() === sample[setting];
  return [
    ...identity.filter(isSample).map((setting) => `${setting}: ${required}`),
    ...(address.every(isSample) ? [`${address.join(", ")}: ${required}`] : []),
  ];
}

export const toSeller = (settings: SellerSettings): Seller => ({
  name_ar: settings.SELLER_NAME_AR,
  name_en: settings.SELLER_NAME_EN,
  vat_number: settings.SELLER_VAT_NUMBER,
  registration_number: settings.SELLER_REGISTRATION_NUMBER,
  street: settings.SELLER_STREET,
  building_number: settings.SELLER_BUILDING_NUMBER,
  district: settings.SELLER_DISTRICT,
  city: settings.SELLER_CITY,
  postal_code: settings.SELLER_POSTAL_CODE,
});
