import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { BuyerDetails } from "../../contract/invoices.calls.ts";
import type { Buyer } from "../../domain/invoices/invoice.ts";
import { findBuyerDetails, saveBuyerDetails } from "./buyer-details.store.ts";

const nothing: BuyerDetails = {
  name: "",
  vat_number: "",
  registration_number: "",
  street: "",
  building_number: "",
  district: "",
  city: "",
  postal_code: "",
};

const present = (buyer: Buyer | null): BuyerDetails =>
  buyer ? { ...buyer, vat_number: buyer.vat_number ?? "" } : nothing;

export const showBuyerDetails = async (ctx: ReadContext) => present(await findBuyerDetails(ctx));

/** Changes who further invoices are made out to; recorded in the audit log. */
export function changeBuyerDetails(ctx: ReadContext, details: BuyerDetails): Promise<BuyerDetails> {
  return transact(ctx, async (context: Context) => {
    const before = await findBuyerDetails(context);
    const after: Buyer = { ...details, vat_number: details.vat_number || null };
    await saveBuyerDetails(context, after);
    const { merchantId } = context.actor;
    await recordAudit(context, {
      module: "billing",
      action: "billing.buyer_details_changed",
      subject: merchantId,
      before,
      after,
    });
    return present(after);
  });
}
