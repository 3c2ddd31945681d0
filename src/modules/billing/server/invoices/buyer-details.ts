import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { BuyerDetails } from "../../contract/invoices.calls.ts";
import { type CompanyRecord, findCompany, saveCompany } from "./buyer-details.store.ts";

const nothing: BuyerDetails = {
  name: "",
  vat_number: "",
  registration_number: "",
  street: "",
  building_number: "",
  district: "",
  city: "",
  postal_code: "",
  contact_email: "",
  contact_phone: "",
};

const present = (company: CompanyRecord | null): BuyerDetails =>
  company ? { ...company, vat_number: company.vat_number ?? "" } : nothing;

export const showBuyerDetails = async (ctx: ReadContext) => present(await findCompany(ctx));

/**
 * Changes who further invoices are made out to and whom landing pages name; recorded in the audit log. As it stands,
 * nothing is written.
 */
export function changeBuyerDetails(ctx: ReadContext, details: BuyerDetails): Promise<BuyerDetails> {
  return transact(ctx, async (context: Context) => {
    const before = await findCompany(context);
    const names = Object.keys(nothing) as (keyof BuyerDetails)[];
    if (before && names.every((name) => present(before)[name] === details[name])) return details;
    const after: CompanyRecord = { ...details, vat_number: details.vat_number || null };
    await saveCompany(context, after);
    const { merchantId } = context.actor;
    await recordAudit(context, {
      module: "billing",
      action: "billing.buyer_details_changed",
      subject: merchantId,
      before,
      after,
    });
    await context.tx.publish({ name: "billing.company_changed", merchant_id: merchantId });
    return present(after);
  });
}
