import { z } from "zod";
import { defineCalls, instant, requiredText } from "#base/shared/contract.ts";
import { stockEndings, stockServices } from "#modules/billing/contract/stock.enums.ts";

const units = z.number().int();

/** What a merchant has left of a service's packages. */
export const boughtStock = z.object({
  service: z.enum(stockServices),
  left_units: units,
  /** Set aside for a work under way. */
  reserved_units: units,
  /** Packages with units left or reserved, the oldest first: the order in which they are used. At most 50. */
  lots: z.array(
    z.object({
      id: z.string(),
      units,
      left_units: units,
      /** UTC; null for no end. */
      expires_at: instant.nullable(),
    }),
  ),
  /** How the last units ended, where none are left. Null also when none were ever bought. */
  ended: z.enum(stockEndings).nullable(),
});
export type BoughtStock = z.output<typeof boughtStock>;

/** Consultation vouchers that staff redeem when a consultation was held outside the product. */
export const vouchersCalls = defineCalls({
  "POST Staff/Finance/merchants/{merchant_id}/vouchers/redeem": {
    summary: "Redeems one consultation voucher, of the oldest package; the merchant reads the reason",
    access: { subject: "voucher", action: "manage" },
    params: z.object({ merchant_id: z.string().min(1).max(64) }),
    body: z.object({ reason: requiredText(300) }),
    answer: z.object({ left_units: units }),
    refusals: ["finance.no_voucher_left"],
    idempotent: true,
  },
});
export type VouchersCalls = typeof vouchersCalls;
