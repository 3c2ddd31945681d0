import type { Handlers } from "#base/server/http/handlers.ts";
import type { ChangesCalls } from "../contract/changes.calls.ts";
import { adjustAdGroup, adjustCampaign } from "./adjust-campaign.ts";
import { adjustPlan } from "./adjust-plan.ts";
import type { PresentDeps } from "./campaigns.present.ts";
import type { CampaignsDeps } from "./deps.ts";
import { listChanges, listPlanChanges } from "./list-changes.ts";
import { showAdGroup, showCampaign } from "./show-campaign.ts";
import { showPlan } from "./show-plan.ts";
import { undoChange } from "./undo-change.ts";
import { undoPlanChange } from "./undo-plan-change.ts";

type Deps = Pick<
  CampaignsDeps,
  "merchants" | "adAccounts" | "stores" | "tracking" | "wallet" | "media" | "figures"
> &
  PresentDeps;

export function changesHandlers(deps: Deps): Handlers<ChangesCalls> {
  const show = showCampaign(deps);
  const showGroup = showAdGroup(deps);
  const adjust = adjustCampaign(deps);
  const adjustGroup = adjustAdGroup(deps);
  const undo = undoChange(deps);
  const list = listChanges(deps);
  const showWhole = showPlan(deps);
  const adjustWhole = adjustPlan(deps);
  const listWhole = listPlanChanges(deps);
  const undoWhole = undoPlanChange(deps);
  return {
    "PATCH Clients/Campaigns/{id}": async ({ ctx, params, body, language }) => {
      await adjust(ctx, { campaignId: params.id, fields: body });
      return show(ctx, { campaignId: params.id, language });
    },
    "PATCH Clients/AdGroups/{id}": async ({ ctx, params, body, language }) => {
      await adjustGroup(ctx, { adGroupId: params.id, fields: body });
      return showGroup(ctx, { adGroupId: params.id, language });
    },
    "GET Clients/Campaigns/{id}/changes": ({ ctx, params, query, language }) =>
      list(ctx, { campaignId: params.id, language, ...query }),
    "POST Clients/Campaigns/{id}/changes/{change}/undo": async ({ ctx, params, language }) => {
      await undo(ctx, { campaignId: params.id, changeId: params.change });
      return show(ctx, { campaignId: params.id, language });
    },
    "PATCH Clients/Plans/{id}": async ({ ctx, params, body, language }) => {
      await adjustWhole(ctx, { planId: params.id, change: body });
      return showWhole(ctx, { planId: params.id, language });
    },
    "GET Clients/Plans/{id}/changes": ({ ctx, params, query, language }) =>
      listWhole(ctx, { planId: params.id, language, ...query }),
    "POST Clients/Plans/{id}/changes/{change}/undo": async ({ ctx, params, language }) => {
      await undoWhole(ctx, { planId: params.id, changeId: params.change });
      return showWhole(ctx, { planId: params.id, language });
    },
  };
}
