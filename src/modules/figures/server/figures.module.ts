import { defineModule } from "#base/server/module.ts";
import { count } from "#base/server/settings.ts";
import { figuresEvents } from "../contract/figures.events.ts";
import { type FiguresFacade, makeFiguresFacade } from "./figures.facade.ts";
import { figuresJobs } from "./figures.jobs.ts";
import { figuresData } from "./figures.personal-data.ts";
import { figuresSubscriptions } from "./figures.subscriptions.ts";
import { ordersSubscription } from "./orders/orders.subscriptions.ts";
import { makePollWork } from "./poll-due.ts";

export const server = defineModule({
  name: "figures",
  layer: 3,
  needs: ["wallet", "ad-accounts", "stores", "tracking"],
  events: figuresEvents,
  settings: { FIGURES_EVERY_SECONDS: count(300), FIGURES_SLOTS: count(40) },
  personalData: figuresData,
  build({ facades: { wallet, "ad-accounts": adAccounts, stores, tracking }, settings, ...shared }) {
    const { findLinkedAdAccount, bindAdPlatform: readerFor } = adAccounts;
    const { findAttribution, findOrderProof, streamClickDays } = tracking;
    const { findOrderFacts } = stores;
    const deps = {
      ...shared,
      wallet,
      readerFor,
      findLinkedAdAccount,
      findOrderFacts,
      findAttribution,
      findOrderProof,
      streamClickDays,
    };
    return {
      facade: makeFiguresFacade(shared),
      jobs: figuresJobs(deps),
      subscriptions: [...figuresSubscriptions(deps), ordersSubscription(deps)],
      startBackground() {
        const polls = makePollWork(deps, {
          every: settings.FIGURES_EVERY_SECONDS,
          slots: settings.FIGURES_SLOTS,
        });
        polls.start();
        return polls;
      },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    figures: { layer: 3; facade: FiguresFacade };
  }
}
