import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { agreementCalls } from "../contract/agreement.calls.ts";
import { merchantsCalls } from "../contract/merchants.calls.ts";
import { payoutCalls } from "../contract/payouts.calls.ts";
import { returnsCalls } from "../contract/returns.calls.ts";
import { staffActsCalls } from "../contract/staff-acts.calls.ts";
import { vouchersCalls } from "../contract/vouchers.calls.ts";
import { writeLockCalls } from "../contract/write-lock.calls.ts";
import { listDifferences, showAgreement } from "./agreement/show-agreement.ts";
import type { FinanceDeps } from "./finance.deps.ts";
import { approveCredit, listCredits, rejectCredit, requestCredit } from "./give-credit.ts";
import { searchMerchants, showMerchantMoney } from "./merchant-money.ts";
import { beginPayout, finishPayout, listPayouts, rejectPayout } from "./payouts.ts";
import { recordSeenChargeback } from "./record-chargeback.ts";
import { redeemVoucher } from "./redeem-voucher.ts";
import { giveBackDeposit, giveBackOrder, giveBackPeriod } from "./refund.ts";
import { listStaffActs } from "./staff-acts.ts";
import { recordWonChargeback } from "./win-chargeback.ts";
import { endWriteLock, showWriteLock } from "./write-lock.ts";

export function mountFinance(app: FastifyInstance, http: HttpContext, deps: FinanceDeps): void {
  mountPayouts(app, http, deps);
  mountMerchants(app, http, deps);
  mountCalls(app, http, returnsCalls, {
    "POST Staff/Finance/merchants/{merchant_id}/periods/{period_id}/refund": ({ ctx, params, body }) =>
      done(giveBackPeriod(deps)(ctx, { ...params, ...body })),
    "POST Staff/Finance/merchants/{merchant_id}/chargebacks": ({ ctx, params, body }) =>
      done(recordSeenChargeback(deps)(ctx, { ...params, ...body })),
    "POST Staff/Finance/merchants/{merchant_id}/chargebacks/{chargeback_id}/win": ({ ctx, params }) =>
      done(recordWonChargeback(deps)(ctx, params)),
  });
  mountCalls(app, http, vouchersCalls, {
    "POST Staff/Finance/merchants/{merchant_id}/vouchers/redeem": ({ ctx, params, body }) =>
      redeemVoucher(deps)(ctx, { ...params, ...body }),
  });
  mountCalls(app, http, staffActsCalls, {
    "GET Clients/Finance/staff-acts": ({ ctx, query }) => listStaffActs(ctx, query),
  });
  mountCalls(app, http, writeLockCalls, {
    "GET Staff/Finance/write-lock": ({ ctx }) => showWriteLock(deps)(ctx),
    "POST Staff/Finance/write-lock/lift": ({ ctx }) => endWriteLock(deps)(ctx),
  });
  mountCalls(app, http, agreementCalls, {
    "GET Staff/Finance/agreement": ({ ctx }) => showAgreement(deps)(ctx),
    "GET Staff/Finance/agreement/differences": ({ ctx, query }) => listDifferences(deps)(ctx, query),
  });
}

/** The answer of an act that has nothing to show. */
const done = (work: Promise<void>): Promise<null> => work.then(() => null);

function mountPayouts(app: FastifyInstance, http: HttpContext, deps: FinanceDeps): void {
  mountCalls(app, http, payoutCalls, {
    "GET Staff/Finance/payouts": ({ ctx, query }) => listPayouts(deps)(ctx, query),
    "POST Staff/Finance/merchants/{merchant_id}/payouts/{withdrawal_id}/start": ({ ctx, params }) =>
      done(beginPayout(deps)(ctx, params)),
    "POST Staff/Finance/merchants/{merchant_id}/payouts/{withdrawal_id}/confirm": ({ ctx, params, body }) =>
      done(finishPayout(deps)(ctx, { ...params, ...body })),
    "POST Staff/Finance/merchants/{merchant_id}/payouts/{withdrawal_id}/refuse": ({ ctx, params, body }) =>
      done(rejectPayout(deps)(ctx, { ...params, ...body })),
  });
}

function mountMerchants(app: FastifyInstance, http: HttpContext, deps: FinanceDeps): void {
  mountCalls(app, http, merchantsCalls, {
    "GET Staff/Finance/merchants": ({ ctx, query }) => searchMerchants(deps)(ctx, query.search),
    "GET Staff/Finance/merchants/{merchant_id}": ({ ctx, params }) =>
      showMerchantMoney(deps)(ctx, params.merchant_id),
    "POST Staff/Finance/merchants/{merchant_id}/credits": ({ ctx, params, body }) =>
      requestCredit(deps)(ctx, { ...params, ...body }),
    "GET Staff/Finance/credits": ({ ctx }) => listCredits(deps)(ctx),
    "POST Staff/Finance/credits/{credit_id}/approve": ({ ctx, params }) =>
      approveCredit(deps)(ctx, params.credit_id),
    "POST Staff/Finance/credits/{credit_id}/reject": ({ ctx, params }) =>
      rejectCredit(deps)(ctx, params.credit_id),
    "POST Staff/Finance/merchants/{merchant_id}/orders/{order_id}/refund": ({ ctx, params, body }) =>
      done(giveBackOrder(deps)(ctx, { ...params, ...body })),
    "POST Staff/Finance/merchants/{merchant_id}/payments/{payment_id}/refund": ({ ctx, params, body }) =>
      done(giveBackDeposit(deps)(ctx, { ...params, ...body })),
  });
}
