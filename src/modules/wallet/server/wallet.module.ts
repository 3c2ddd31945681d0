import { z } from "zod";
import { defineModule } from "#base/server/module.ts";
import { count } from "#base/server/settings.ts";
import { adSpendInvoicings } from "../contract/enums.ts";
import { topUpCalls } from "../contract/top-up.calls.ts";
import { walletAbilities } from "../contract/wallet.abilities.ts";
import { walletCalls } from "../contract/wallet.calls.ts";
import { walletEvents } from "../contract/wallet.events.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { withdrawalCalls } from "../contract/withdrawals.calls.ts";
import { stopTopUps } from "./set-top-up.ts";
import { defaultAdSpendInvoicing, defaultWithdrawalDailyLimitSar, depositBounds } from "./wallet.deps.ts";
import { makeWalletFacade, type WalletFacade } from "./wallet.facade.ts";
import { walletJobs } from "./wallet.job-handlers.ts";
import { walletData } from "./wallet.personal-data.ts";
import { mountWallet } from "./wallet.routes.ts";
import { walletSubscriptions } from "./wallet.subscriptions.ts";

export const server = defineModule({
  name: "wallet",
  layer: 2,
  needs: ["merchants", "payments"],
  calls: { ...walletCalls, ...withdrawalCalls, ...topUpCalls },
  events: walletEvents,
  refusals: walletRefusals,
  abilities: [walletAbilities],
  settings: {
    WITHDRAWAL_DAILY_LIMIT_SAR: count(defaultWithdrawalDailyLimitSar),
    WITHDRAWAL_REST: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
    AD_SPEND_INVOICING: z
      .enum(adSpendInvoicings, { error: "must be monthly or none" })
      .default(defaultAdSpendInvoicing),
  },
  findProductionProblems: ({ WITHDRAWAL_REST }) =>
    WITHDRAWAL_REST === "off"
      ? ["WITHDRAWAL_REST: off is for tests; money could leave to a bank account that was added a moment ago"]
      : [],
  personalData: walletData,
  build({ facades, settings, ...shared }) {
    const withdrawalDailyLimitHalalas = settings.WITHDRAWAL_DAILY_LIMIT_SAR * 100;
    const { AD_SPEND_INVOICING: adSpendInvoicing } = settings;
    const withdrawalRests = settings.WITHDRAWAL_REST === "on";
    const deps = {
      ...shared,
      ...facades,
      settings: { ...depositBounds, withdrawalDailyLimitHalalas, withdrawalRests, adSpendInvoicing },
    };
    return {
      facade: makeWalletFacade(deps),
      mount: (app, http) => mountWallet(app, http, deps),
      jobs: walletJobs(deps, shared.meters.registry),
      subscriptions: walletSubscriptions,
      personalData: { stopForErasure: stopTopUps },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    wallet: { layer: 2; facade: WalletFacade };
  }
}
