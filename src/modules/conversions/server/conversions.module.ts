import { defineModule } from "#base/server/module.ts";
import { conversionsAbilities } from "../contract/conversions.abilities.ts";
import { conversionsCalls } from "../contract/conversions.calls.ts";
import { conversionsEvents } from "../contract/conversions.events.ts";
import { conversionsRefusals } from "../contract/conversions.refusals.ts";
import { contactSharingConsent } from "./change-settings.ts";
import { type ConversionsFacade, makeConversionsFacade } from "./conversions.facade.ts";
import { conversionsJobs } from "./conversions.jobs.ts";
import { conversionsData } from "./conversions.personal-data.ts";
import { mountConversions } from "./conversions.routes.ts";
import { conversionsSealed } from "./conversions.sealed.ts";
import { conversionsSubscriptions } from "./conversions.subscriptions.ts";
import { withdrawLists } from "./withdraw-lists.ts";

export const server = defineModule({
  name: "conversions",
  layer: 3,
  needs: ["stores", "tracking", "ad-accounts"],
  calls: conversionsCalls,
  events: conversionsEvents,
  refusals: conversionsRefusals,
  abilities: [conversionsAbilities],
  personalData: conversionsData,
  sealed: conversionsSealed,
  build({ facades: { stores, tracking, "ad-accounts": adAccounts }, ...shared }) {
    const deps = { ...shared, stores, tracking, adAccounts };
    return {
      facade: makeConversionsFacade(),
      mount: (app, http) => mountConversions(app, http, deps),
      jobs: conversionsJobs(deps),
      subscriptions: conversionsSubscriptions(deps),
      personalData: { beforeErasure: [withdrawLists(deps)], consents: [contactSharingConsent(deps)] },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    conversions: { layer: 3; facade: ConversionsFacade };
  }
}
