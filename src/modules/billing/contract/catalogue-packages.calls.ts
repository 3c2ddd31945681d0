import { z } from "zod";
import { defineCalls, halalasSchema, requiredText, text } from "#base/shared/contract.ts";
import { manageCatalogue, price, readCatalogue, revision } from "./catalogue.ts";
import { stockServices } from "./stock.enums.ts";

const id = z.string().min(1).max(64);
const service = z.enum(stockServices);

/** What staff write of a package. */
const fields = z.object({
  service,
  units: z.number().int().min(1).max(10_000_000),
  price_halalas: price,
  /** Days until unused units end; null for no end. */
  valid_days: z.number().int().min(1).max(3_650).nullable(),
  title_ar: requiredText(80),
  title_en: requiredText(80),
  description_ar: text(300),
  description_en: text(300),
  /** For sale. */
  is_active: z.boolean(),
});
export type PackageFields = z.output<typeof fields>;

const item = z.object({
  id: z.string(),
  revision: z.number().int(),
  service,
  units: z.number().int(),
  price_halalas: halalasSchema,
  valid_days: z.number().int().nullable(),
  title_ar: z.string(),
  title_en: z.string(),
  description_ar: z.string(),
  description_en: z.string(),
  is_active: z.boolean(),
});
export type CataloguePackage = z.output<typeof item>;
const packages = z.object({ items: z.array(item) });

export const cataloguePackagesCalls = defineCalls({
  "GET Staff/Billing/packages": {
    summary: "All packages in the order in which merchants see them",
    access: readCatalogue,
    answer: packages,
  },
  "POST Staff/Billing/packages": {
    summary: "Creates a package, as the last",
    access: manageCatalogue,
    body: fields,
    answer: item,
    refusals: ["billing.too_many_packages"],
    idempotent: true,
  },
  "PUT Staff/Billing/packages/{id}": {
    summary: "Changes a package; what was sold keeps its units, its price and its end",
    access: manageCatalogue,
    params: z.object({ id }),
    body: fields.extend({ revision }),
    answer: item,
    refusals: ["billing.edited_meanwhile"],
  },
  "POST Staff/Billing/packages/reorder": {
    summary: "Orders all packages as merchants see them",
    access: manageCatalogue,
    body: z.object({ items: z.array(z.object({ id, revision })).min(1).max(200) }),
    answer: packages,
    refusals: ["billing.edited_meanwhile"],
  },
});
