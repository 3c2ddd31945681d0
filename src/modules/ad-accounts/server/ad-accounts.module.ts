import { defineModule } from "#base/server/module.ts";
import { sealedTokens } from "#base/server/sealed/sealed-columns.ts";
import { adAccountsAbilities } from "../contract/ad-accounts.abilities.ts";
import { adAccountsCalls } from "../contract/ad-accounts.calls.ts";
import { adAccountsEvents } from "../contract/ad-accounts.events.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import type { AdAccountsDeps, Platforms } from "./ad-accounts.deps.ts";
import { type AdAccountsFacade, makeAdAccountsFacade } from "./ad-accounts.facade.ts";
import { adAccountsJobHandlers } from "./ad-accounts.jobs.ts";
import { adAccountsData } from "./ad-accounts.personal-data.ts";
import { mountAdAccounts } from "./ad-accounts.routes.ts";
import { makeBindAdPlatform } from "./bind-ad-platform.ts";
import { connectionTokens, makeAdTokenManager } from "./token-manager.ts";
import { unlinkAll } from "./unlink-all.ts";

export const server = defineModule({
  name: "ad-accounts",
  layer: 1,
  ports: ["adPlatforms", "countRunningCampaigns"],
  calls: adAccountsCalls,
  events: adAccountsEvents,
  refusals: adAccountsRefusals,
  abilities: [adAccountsAbilities],
  personalData: adAccountsData,
  sealed: [sealedTokens(connectionTokens)],
  build({ ports: { adPlatforms: platforms, countRunningCampaigns }, ...shared }) {
    const tokenManager = makeAdTokenManager({ ...shared, platforms });
    const bindAdPlatform = makeBindAdPlatform({ ...shared, platforms, tokenManager });
    const deps = { ...shared, platforms, tokenManager, bindAdPlatform, countRunningCampaigns };
    return {
      facade: makeAdAccountsFacade(deps),
      mount: (app, http) => mountAdAccounts(app, http, deps),
      jobs: adAccountsJobHandlers(deps),
      personalData: { beforeErasure: [unlinkAll(deps)] },
    };
  },
});

declare module "#base/server/module.ts" {
  interface ModuleRegistry {
    "ad-accounts": { layer: 1; facade: AdAccountsFacade };
  }
  interface PortRegistry {
    /** The ad platforms we have credentials for. */
    adPlatforms: Platforms;
    countRunningCampaigns: AdAccountsDeps["countRunningCampaigns"];
  }
}
