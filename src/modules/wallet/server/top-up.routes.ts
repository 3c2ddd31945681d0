import type { ReadContext } from "#base/server/context.ts";
import type { Handlers } from "#base/server/http/handlers.ts";
import type { Language } from "#base/shared/language.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { type PaymentFailure, paymentFailures } from "#modules/payments/contract/enums.ts";
import type { TopUpCalls } from "../contract/top-up.calls.ts";
import { loadMonth } from "./load-month.ts";
import { loadToppedUpThisMonth } from "./plan-top-up.ts";
import { setTopUp } from "./set-top-up.ts";
import { findOpenTopUp, findTopUpSettings, listRecentTopUps, type TopUp } from "./top-ups.store.ts";
import type { WalletDeps } from "./wallet.deps.ts";

const recentTopUps = 10;
/** What the form proposes before the merchant set anything: 200 SAR, 500 SAR, 2,000 SAR. */
const proposed = {
  is_active: false,
  card_id: null,
  threshold_halalas: 20_000,
  amount_halalas: 50_000,
  monthly_ceiling_halalas: 200_000,
  stopped_reason: null,
};

/** The calls about the automatic top-up, and a month's money. */
export function topUpHandlers(deps: WalletDeps): Handlers<TopUpCalls> {
  const set = setTopUp(deps);
  const present = async (ctx: ReadContext, language: Language) => {
    const { is_armed, ...settings } = (await findTopUpSettings(ctx)) ?? { ...proposed, is_armed: true };
    const recent = await listRecentTopUps(ctx, recentTopUps);
    const isUnderWay = (await findOpenTopUp(ctx)) !== undefined;
    return {
      ...settings,
      charged_this_month_halalas: await loadToppedUpThisMonth(ctx),
      waits_for_threshold: settings.is_active && !is_armed && !isUnderWay,
      recent: recent.map((topUp) => presentTopUp(deps, topUp, language)),
    };
  };
  return {
    "GET Clients/Wallet/top-up": ({ ctx, language }) => present(ctx, language),
    "PUT Clients/Wallet/top-up": async ({ ctx, body, language }) => {
      await set(ctx, body);
      return present(ctx, language);
    },
    "GET Clients/Wallet/month": ({ ctx, query, language }) =>
      loadMonth(ctx, { month: query.month ?? toRiyadhDay(ctx.now).slice(0, 7), language }),
  };
}

function presentTopUp({ payments }: Pick<WalletDeps, "payments">, topUp: TopUp, language: Language) {
  const failure = toFailure(topUp.failure);
  return {
    id: topUp.id,
    amount_halalas: topUp.amount_halalas,
    state: topUp.state,
    planned_at: topUp.planned_at.toISOString(),
    charge_at: topUp.charge_at.toISOString(),
    failure,
    // It charges a saved card alone.
    failure_text: payments.describeFailure({ failure, failed_method: null }, language),
  };
}

const toFailure = (stored: string | null): PaymentFailure | null =>
  paymentFailures.find((failure) => failure === stored) ?? null;
