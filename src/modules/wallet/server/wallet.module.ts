import { defineModule } from "#base/server/module.ts";
import { walletAbilities } from "../contract/wallet.abilities.ts";
import { walletCalls } from "../contract/wallet.calls.ts";
import { walletEvents } from "../contract/wallet.events.ts";
import { walletRefusals } from "../contract/wallet.refusals.ts";
import { depositBounds } from "./wallet.deps.ts";
import { makeWalletFacade, type WalletFacade } from "./wallet.facade.ts";
import { walletJobs } from "./wallet.job-handlers.ts";
import { mountWallet } from "./wallet.routes.ts";
import { walletSubscriptions } from "./wallet.subscriptions.ts";

export const server = defineModule({
  name: "wallet",
  layer: 2,
  needs: ["payments"],
  calls: walletCalls,
  events: walletEvents,
  refusals: walletRefusals,
  abilities: [walletAbilities],
  build({ facades: { payments }, ...shared }) {
    const deps = { ...shared, payments, settings: depositBounds };
    return {
      facade: makeWalletFacade(deps),
      mount: (app, http) => mountWallet(app, http, deps),
      jobs: walletJobs(deps, shared.meters.registry),
      subscriptions: walletSubscriptions,
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    wallet: { layer: 2; facade: WalletFacade };
  }
}
