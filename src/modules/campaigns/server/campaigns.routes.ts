import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { campaignsCalls } from "../contract/campaigns.calls.ts";
import type { Action } from "../contract/enums.ts";
import { addAd } from "./add-ad.ts";
import { addAdGroup } from "./add-ad-group.ts";
import type { PresentContext } from "./campaigns.present.ts";
import { changeAdGroupStatus, changeAdStatus } from "./change-child-status.ts";
import { createCampaign } from "./create-campaign.ts";
import type { CampaignsDeps } from "./deps.ts";
import { editAd } from "./edit-ad.ts";
import { editAdGroup } from "./edit-ad-group.ts";
import { editCampaign } from "./edit-campaign.ts";
import { listCampaigns } from "./list-campaigns.ts";
import { acceptDrift, retrySync } from "./retry-sync.ts";
import { showAd, showAdGroup, showCampaign } from "./show-campaign.ts";
import { relaunchCampaign, startCampaign } from "./start-campaign.ts";
import { type StopAction, stopCampaign } from "./stop-campaign.ts";

/** The parts of a request that this module uses. */
type CallRequest = {
  db: CampaignsDeps["db"];
  session: { merchantId: string };
  language: Language;
  params: { id: string };
};

export function mountCampaigns(
  app: FastifyInstance,
  context: HttpContext,
  deps: CampaignsDeps & { messages: Messages },
) {
  const { messages, adAccounts, worldClock } = deps;
  const presentContextFor = (language: Language): PresentContext => ({
    messages,
    language,
    adAccounts,
    now: worldClock.now(),
  });

  const campaign = ({ db, session, language }: Omit<CallRequest, "params">, id: string) =>
    showCampaign(db, session.merchantId, id, presentContextFor(language));
  const adGroup = ({ db, session, language }: Omit<CallRequest, "params">, id: string) =>
    showAdGroup(db, session.merchantId, id, presentContextFor(language));
  const ad = ({ db, session, language }: Omit<CallRequest, "params">, id: string) =>
    showAd(db, session.merchantId, id, presentContextFor(language));

  const stopHandler = (action: StopAction) => async (request: CallRequest) => {
    await stopCampaign(deps, request.db, request.session.merchantId, request.params.id, action);
    return campaign(request, request.params.id);
  };
  const adGroupActionHandler = (action: Action) => async (request: CallRequest) => {
    await changeAdGroupStatus(deps, request.db, request.session.merchantId, request.params.id, action);
    return adGroup(request, request.params.id);
  };
  const adActionHandler = (action: Action) => async (request: CallRequest) => {
    await changeAdStatus(deps, request.db, request.session.merchantId, request.params.id, action);
    return ad(request, request.params.id);
  };

  mountCalls(app, context, campaignsCalls, {
    "GET Clients/Campaigns/index": ({ db, session, query, language }) =>
      listCampaigns(db, session.merchantId, query, presentContextFor(language)),
    "GET Clients/Campaigns/{id}": (request) => campaign(request, request.params.id),
    "POST Clients/Campaigns/create": async (request) => {
      const { id } = await createCampaign(deps, request.db, request.session.merchantId, request.body);
      return campaign(request, id);
    },
    "PUT Clients/Campaigns/{id}": async (request) => {
      await editCampaign(deps, request.db, request.session.merchantId, request.params.id, request.body);
      return campaign(request, request.params.id);
    },
    "POST Clients/Campaigns/{id}/start": async (request) => {
      await startCampaign(deps, request.db, request.session.merchantId, request.params.id);
      return campaign(request, request.params.id);
    },
    "POST Clients/Campaigns/{id}/relaunch": async (request) => {
      await relaunchCampaign(deps, request.db, request.session.merchantId, request.params.id);
      return campaign(request, request.params.id);
    },
    "POST Clients/Campaigns/{id}/pause": stopHandler("pause"),
    "POST Clients/Campaigns/{id}/archive": stopHandler("archive"),
    "DELETE Clients/Campaigns/{id}": stopHandler("delete"),
    "POST Clients/Campaigns/{id}/retry": async (request) => {
      await retrySync(request.db, request.session.merchantId, request.params.id);
      return campaign(request, request.params.id);
    },
    "POST Clients/Campaigns/{id}/accept": async (request) => {
      await acceptDrift(deps, request.db, request.session.merchantId, request.params.id);
      return campaign(request, request.params.id);
    },

    "GET Clients/AdGroups/{id}": (request) => adGroup(request, request.params.id),
    "POST Clients/AdGroups/create": async (request) => {
      const { campaign_id, ...fields } = request.body;
      const { id } = await addAdGroup(deps, request.db, request.session.merchantId, campaign_id, fields);
      return adGroup(request, id);
    },
    "PUT Clients/AdGroups/{id}": async (request) => {
      await editAdGroup(deps, request.db, request.session.merchantId, request.params.id, request.body);
      return adGroup(request, request.params.id);
    },
    "POST Clients/AdGroups/{id}/start": adGroupActionHandler("start"),
    "POST Clients/AdGroups/{id}/relaunch": adGroupActionHandler("relaunch"),
    "POST Clients/AdGroups/{id}/pause": adGroupActionHandler("pause"),
    "POST Clients/AdGroups/{id}/archive": adGroupActionHandler("archive"),
    "DELETE Clients/AdGroups/{id}": adGroupActionHandler("delete"),

    "GET Clients/Ads/{id}": (request) => ad(request, request.params.id),
    "POST Clients/Ads/create": async (request) => {
      const { ad_group_id, ...fields } = request.body;
      const { id } = await addAd(deps, request.db, request.session.merchantId, ad_group_id, fields);
      return ad(request, id);
    },
    "PUT Clients/Ads/{id}": async (request) => {
      await editAd(deps, request.db, request.session.merchantId, request.params.id, request.body);
      return ad(request, request.params.id);
    },
    "POST Clients/Ads/{id}/start": adActionHandler("start"),
    "POST Clients/Ads/{id}/relaunch": adActionHandler("relaunch"),
    "POST Clients/Ads/{id}/pause": adActionHandler("pause"),
    "POST Clients/Ads/{id}/archive": adActionHandler("archive"),
    "DELETE Clients/Ads/{id}": adActionHandler("delete"),
  });
}
