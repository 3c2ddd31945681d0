import type { Db } from "#base/server/db/db.ts";
import { type StaffContext, transactAsStaff } from "#base/server/staff-context.ts";
import type { StaffFacade } from "#modules/staff/server/staff.facade.ts";
import type { CompanyDetails, ShownDetails } from "../contract/company.calls.ts";
import { companyRefusals } from "../contract/company.refusals.ts";
import { toSellerDetails } from "../domain/seller-details.ts";
import { type DetailsRecord, findDetails, insertDetails, lockCompany } from "./company.store.ts";

export type EditDeps = { staff: Pick<StaffFacade, "recordAct"> };

const none: ShownDetails = {
  name_ar: "",
  name_en: "",
  email: "",
  phone: "",
  whatsapp: "",
  vat_number: "",
  registration_number: "",
  street: "",
  building_number: "",
  district: "",
  city: "",
  postal_code: "",
  version: 0,
  edited_at: null,
  is_on_invoices: false,
};

export const showDetails = async ({ db }: { db: Db }): Promise<ShownDetails> =>
  present(await findDetails(db));

/** Saves a further version. Over a newer one nothing is saved; as it stands, nothing is written. */
export const saveDetails =
  ({ staff }: EditDeps) =>
  (ctx: StaffContext, { version, ...details }: CompanyDetails & { version: number }): Promise<ShownDetails> =>
    transactAsStaff(ctx, async (ctx) => {
      await lockCompany(ctx);
      const before = present(await findDetails(ctx.tx));
      if (before.version !== version) return companyRefusals.refuseWith("company.edited_meanwhile", before);
      const names = Object.keys(details) as (keyof CompanyDetails)[];
      const changed = names.filter((name) => details[name] !== before[name]);
      if (changed.length === 0) return before;
      const after = await insertDetails(ctx, { ...details, version: version + 1 });
      const pick = (from: CompanyDetails) => Object.fromEntries(changed.map((name) => [name, from[name]]));
      await staff.recordAct(ctx, {
        action: "company.details_changed",
        details: { version: after.version, before: pick(before), after: pick(details) },
      });
      return present(after);
    });

function present(record: DetailsRecord | undefined): ShownDetails {
  if (!record) return none;
  const { edited_at, edited_by: _, ...details } = record;
  return {
    ...details,
    edited_at: edited_at.toISOString(),
    is_on_invoices: toSellerDetails(details) !== null,
  };
}
