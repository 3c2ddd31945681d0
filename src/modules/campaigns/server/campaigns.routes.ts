import type { FastifyInstance } from "fastify";
import type { ReadContext } from "#base/server/context.ts";
import { answeredFrom, type CallRequest, type Handlers } from "#base/server/http/handlers.ts";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { adLicencesCalls } from "../contract/ad-licences.calls.ts";
import { type CampaignsCalls, campaignsCalls } from "../contract/campaigns.calls.ts";
import { changesCalls } from "../contract/changes.calls.ts";
import { draftsCalls } from "../contract/drafts.calls.ts";
import type { Action } from "../contract/enums.ts";
import { planSeasonBudgetsCalls } from "../contract/plan-season-budgets.calls.ts";
import { plansCalls } from "../contract/plans.calls.ts";
import { seasonBudgetsCalls } from "../contract/season-budgets.calls.ts";
import { seasonDraftsCalls } from "../contract/season-drafts.calls.ts";
import { storeWatchCalls } from "../contract/store-watch.calls.ts";
import { viewsCalls } from "../contract/views.calls.ts";
import { acceptDrift } from "./accept-drift.ts";
import { adLicenceHandlers } from "./ad-licences.routes.ts";
import { addAd } from "./add-ad.ts";
import { addAdGroup } from "./add-ad-group.ts";
import { startBulk } from "./bulk-campaigns.ts";
import { changeAdGroupStatus, changeAdStatus } from "./change-child-status.ts";
import { changesHandlers } from "./changes.routes.ts";
import { createCampaign } from "./create-campaign.ts";
import type { CampaignsDeps } from "./deps.ts";
import { draftHandlers } from "./drafts.routes.ts";
import { editAd } from "./edit-ad.ts";
import { editAdGroup } from "./edit-ad-group.ts";
import { editCampaign } from "./edit-campaign.ts";
import { exportCampaigns } from "./export-campaigns.ts";
import { listCampaigns } from "./list-campaigns.ts";
import { loadTotals } from "./list-totals.ts";
import { planSeasonBudgetHandlers } from "./plan-season-budgets.routes.ts";
import { planHandlers } from "./plans.routes.ts";
import { previewBulk } from "./preview-bulk.ts";
import { retrySync } from "./retry-sync.ts";
import { seasonBudgetHandlers } from "./season-budgets.routes.ts";
import { dismissSeasonDraft, listSeasonDrafts, setSeasonDrafts } from "./season-drafts.ts";
import { showAd, showAdGroup, showCampaign } from "./show-campaign.ts";
import { relaunchCampaign, startCampaign } from "./start-campaign.ts";
import { type StopAction, stopCampaign } from "./stop-campaign.ts";
import { viewHandlers } from "./views.routes.ts";
import { storeWatchHandlers } from "./watch-stores.ts";

type Deps = Pick<
  CampaignsDeps,
  | "merchants"
  | "adAccounts"
  | "wallet"
  | "tracking"
  | "stores"
  | "media"
  | "figures"
  | "seasons"
  | "systemClock"
> & { messages: Messages };
type CreateRequest = CallRequest<CampaignsCalls["POST Clients/Campaigns/create"]>;
/** The parts of a request that a change of status uses. */
type StatusRequest = { ctx: ReadContext; language: Language; params: { id: string } };

export function mountCampaigns(app: FastifyInstance, context: HttpContext, deps: Deps) {
  mountCalls(app, context, campaignsCalls, {
    ...campaignHandlers(deps),
    ...adGroupHandlers(deps),
    ...adHandlers(deps),
  });
  mountCalls(app, context, changesCalls, changesHandlers(deps));
  mountCalls(app, context, draftsCalls, draftHandlers);
  mountCalls(app, context, plansCalls, planHandlers(deps));
  mountCalls(app, context, storeWatchCalls, storeWatchHandlers(deps));
  mountCalls(app, context, viewsCalls, viewHandlers);
  mountCalls(app, context, adLicencesCalls, adLicenceHandlers);
  mountCalls(app, context, seasonBudgetsCalls, seasonBudgetHandlers(deps));
  mountCalls(app, context, planSeasonBudgetsCalls, planSeasonBudgetHandlers(deps));
  const list = listSeasonDrafts(deps);
  const dismiss = dismissSeasonDraft(deps);
  const set = setSeasonDrafts(deps);
  mountCalls(app, context, seasonDraftsCalls, {
    "GET Clients/SeasonDrafts/index": ({ ctx }) => list(ctx),
    "POST Clients/SeasonDrafts/{season}/dismiss": ({ ctx, params }) => dismiss(ctx, params),
    "PUT Clients/SeasonDrafts/settings": ({ ctx, body }) => set(ctx, { isOn: body.is_on }),
  });
}

/** Every call that changes a campaign answers with the campaign as it is now. */
function campaignHandlers(deps: Deps) {
  const list = listCampaigns(deps);
  const show = showCampaign(deps);
  const create = createCampaign(deps);
  const edit = editCampaign(deps);
  const stop = stopCampaign(deps);
  const totals = loadTotals(deps);
  const exported = exportCampaigns(deps);
  const bulk = startBulk(deps);
  const preview = previewBulk(deps);
  const toSuffix = (language: Language) => deps.messages.translate(language, "campaigns:copy_suffix");

  const change = (act: (ctx: ReadContext, input: { campaignId: string }) => Promise<void>) =>
    answeredFrom(
      ({ ctx, params }: StatusRequest) => act(ctx, { campaignId: params.id }),
      ({ ctx, language, params }) => show(ctx, { campaignId: params.id, language }),
    );
  const stopBy = (action: StopAction) => change((ctx, { campaignId }) => stop(ctx, { campaignId, action }));

  return {
    "GET Clients/Campaigns/index": ({ ctx, query, language }) => list(ctx, { query, language }),
    "GET Clients/Campaigns/{id}": ({ ctx, params, language }) =>
      show(ctx, { campaignId: params.id, language }),
    "POST Clients/Campaigns/create": answeredFrom(
      async ({ ctx, body: { draft_id, draft_seen, ...body } }: CreateRequest) =>
        (await create(ctx, { body, draft: { draft_id, draft_seen } })).id,
      ({ ctx, language }, campaignId) => show(ctx, { campaignId, language }),
    ),
    "PUT Clients/Campaigns/{id}": async ({ ctx, params, body, language }) => {
      await edit(ctx, { campaignId: params.id, fields: body });
      return show(ctx, { campaignId: params.id, language });
    },
    "GET Clients/Campaigns/totals": ({ ctx, query }) => totals(ctx, { query }),
    "GET Clients/Campaigns/export": async ({ ctx, query, language }) => exported(ctx, { query, language }),
    "POST Clients/Campaigns/bulk": ({ ctx, body, language }) => bulk(ctx, body, toSuffix(language)),
    "POST Clients/Campaigns/bulk/preview": ({ ctx, body, language }) =>
      preview(ctx, { body, suffix: toSuffix(language), language }),
    "POST Clients/Campaigns/{id}/start": change(startCampaign(deps)),
    "POST Clients/Campaigns/{id}/relaunch": change(relaunchCampaign(deps)),
    "POST Clients/Campaigns/{id}/pause": stopBy("pause"),
    "POST Clients/Campaigns/{id}/archive": stopBy("archive"),
    "DELETE Clients/Campaigns/{id}": stopBy("delete"),
    "POST Clients/Campaigns/{id}/retry": change(retrySync),
    "POST Clients/Campaigns/{id}/accept": change(acceptDrift(deps)),
  } satisfies Partial<Handlers<CampaignsCalls>>;
}

function adGroupHandlers(deps: Deps) {
  const show = showAdGroup(deps);
  const add = addAdGroup(deps);
  const edit = editAdGroup(deps);
  const changeStatus = changeAdGroupStatus(deps);

  const changeBy =
    (action: Action) =>
    async ({ ctx, language, params }: StatusRequest) => {
      await changeStatus(ctx, { adGroupId: params.id, action });
      return show(ctx, { adGroupId: params.id, language });
    };

  return {
    "GET Clients/AdGroups/{id}": ({ ctx, params, language }) => show(ctx, { adGroupId: params.id, language }),
    "POST Clients/AdGroups/create": async ({
      ctx,
      body: { campaign_id: campaignId, ...fields },
      language,
    }) => {
      const { id: adGroupId } = await add(ctx, { campaignId, fields });
      return show(ctx, { adGroupId, language });
    },
    "PUT Clients/AdGroups/{id}": async ({ ctx, params, body, language }) => {
      await edit(ctx, { adGroupId: params.id, fields: body });
      return show(ctx, { adGroupId: params.id, language });
    },
    "POST Clients/AdGroups/{id}/start": changeBy("start"),
    "POST Clients/AdGroups/{id}/relaunch": changeBy("relaunch"),
    "POST Clients/AdGroups/{id}/pause": changeBy("pause"),
    "POST Clients/AdGroups/{id}/archive": changeBy("archive"),
    "DELETE Clients/AdGroups/{id}": changeBy("delete"),
  } satisfies Partial<Handlers<CampaignsCalls>>;
}

function adHandlers(deps: Deps) {
  const show = showAd(deps);
  const add = addAd(deps);
  const edit = editAd(deps);
  const changeStatus = changeAdStatus(deps);

  const changeBy =
    (action: Action) =>
    async ({ ctx, language, params }: StatusRequest) => {
      await changeStatus(ctx, { adId: params.id, action });
      return show(ctx, { adId: params.id, language });
    };

  return {
    "GET Clients/Ads/{id}": ({ ctx, params, language }) => show(ctx, { adId: params.id, language }),
    "POST Clients/Ads/create": async ({ ctx, body: { ad_group_id: adGroupId, ...fields }, language }) => {
      const { id: adId } = await add(ctx, { adGroupId, fields });
      return show(ctx, { adId, language });
    },
    "PUT Clients/Ads/{id}": async ({ ctx, params, body, language }) => {
      await edit(ctx, { adId: params.id, fields: body });
      return show(ctx, { adId: params.id, language });
    },
    "POST Clients/Ads/{id}/start": changeBy("start"),
    "POST Clients/Ads/{id}/relaunch": changeBy("relaunch"),
    "POST Clients/Ads/{id}/pause": changeBy("pause"),
    "POST Clients/Ads/{id}/archive": changeBy("archive"),
    "DELETE Clients/Ads/{id}": changeBy("delete"),
  } satisfies Partial<Handlers<CampaignsCalls>>;
}
