import { makeCaller } from "#base/web/data/api.ts";
import type { AgreementCalls } from "../contract/agreement.calls.ts";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";
import type { PayoutCalls } from "../contract/payouts.calls.ts";
import type { ReturnsCalls } from "../contract/returns.calls.ts";
import type { VouchersCalls } from "../contract/vouchers.calls.ts";
import type { WriteLockCalls } from "../contract/write-lock.calls.ts";

/** The calls of the finance role, typed by their contracts alone. */
export const call = makeCaller<
  MerchantsCalls & ReturnsCalls & VouchersCalls & PayoutCalls & WriteLockCalls & AgreementCalls
>();
