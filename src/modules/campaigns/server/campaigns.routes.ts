import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { campaignsCalls } from "../contract/campaigns.calls.ts";
import type { Action } from "../contract/words.ts";
import { addAd } from "./add-ad.ts";
import { addAdGroup } from "./add-ad-group.ts";
import type { Reader } from "./campaigns.present.ts";
import { createCampaign } from "./create-campaign.ts";
import type { CampaignsDeps } from "./deps.ts";
import { editAd } from "./edit-ad.ts";
import { editAdGroup } from "./edit-ad-group.ts";
import { editCampaign } from "./edit-campaign.ts";
import { listCampaigns } from "./list-campaigns.ts";
import { moveAd, moveAdGroup } from "./move-child.ts";
import { acceptDrift, retrySync } from "./retry-sync.ts";
import { showAd, showAdGroup, showCampaign } from "./show-campaign.ts";
import { relaunchCampaign, startCampaign } from "./start-campaign.ts";
import { type StopAction, stopCampaign } from "./stop-campaign.ts";

/** What a handler knows of its request, as far as this room needs it. */
type Asked = {
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
  const readerFor = (language: Language): Reader => ({
    messages,
    language,
    adAccounts,
    now: worldClock.now(),
  });

  const campaign = ({ db, session, language }: Omit<Asked, "params">, id: string) =>
    showCampaign(db, session.merchantId, id, readerFor(language));
  const adGroup = ({ db, session, language }: Omit<Asked, "params">, id: string) =>
    showAdGroup(db, session.merchantId, id, readerFor(language));
  const ad = ({ db, session, language }: Omit<Asked, "params">, id: string) =>
    showAd(db, session.merchantId, id, readerFor(language));

  const stopping = (action: StopAction) => async (asked: Asked) => {
    await stopCampaign(deps, asked.db, asked.session.merchantId, asked.params.id, action);
    return campaign(asked, asked.params.id);
  };
  const movingAdGroup = (action: Action) => async (asked: Asked) => {
    await moveAdGroup(deps, asked.db, asked.session.merchantId, asked.params.id, action);
    return adGroup(asked, asked.params.id);
  };
  const movingAd = (action: Action) => async (asked: Asked) => {
    await moveAd(deps, asked.db, asked.session.merchantId, asked.params.id, action);
    return ad(asked, asked.params.id);
  };

  mountCalls(app, context, campaignsCalls, {
    "GET Clients/Campaigns/index": ({ db, session, query, language }) =>
      listCampaigns(db, session.merchantId, query, readerFor(language)),
    "GET Clients/Campaigns/{id}": (asked) => campaign(asked, asked.params.id),
    "POST Clients/Campaigns/create": async (asked) => {
      const { id } = await createCampaign(deps, asked.db, asked.session.merchantId, asked.body);
      return campaign(asked, id);
    },
    "PUT Clients/Campaigns/{id}": async (asked) => {
      await editCampaign(deps, asked.db, asked.session.merchantId, asked.params.id, asked.body);
      return campaign(asked, asked.params.id);
    },
    "POST Clients/Campaigns/{id}/start": async (asked) => {
      await startCampaign(deps, asked.db, asked.session.merchantId, asked.params.id);
      return campaign(asked, asked.params.id);
    },
    "POST Clients/Campaigns/{id}/relaunch": async (asked) => {
      await relaunchCampaign(deps, asked.db, asked.session.merchantId, asked.params.id);
      return campaign(asked, asked.params.id);
    },
    "POST Clients/Campaigns/{id}/pause": stopping("pause"),
    "POST Clients/Campaigns/{id}/archive": stopping("archive"),
    "DELETE Clients/Campaigns/{id}": stopping("delete"),
    "POST Clients/Campaigns/{id}/retry": async (asked) => {
      await retrySync(asked.db, asked.session.merchantId, asked.params.id);
      return campaign(asked, asked.params.id);
    },
    "POST Clients/Campaigns/{id}/accept": async (asked) => {
      await acceptDrift(deps, asked.db, asked.session.merchantId, asked.params.id);
      return campaign(asked, asked.params.id);
    },

    "GET Clients/AdGroups/{id}": (asked) => adGroup(asked, asked.params.id),
    "POST Clients/AdGroups/create": async (asked) => {
      const { campaign_id, ...fields } = asked.body;
      const { id } = await addAdGroup(deps, asked.db, asked.session.merchantId, campaign_id, fields);
      return adGroup(asked, id);
    },
    "PUT Clients/AdGroups/{id}": async (asked) => {
      await editAdGroup(deps, asked.db, asked.session.merchantId, asked.params.id, asked.body);
      return adGroup(asked, asked.params.id);
    },
    "POST Clients/AdGroups/{id}/start": movingAdGroup("start"),
    "POST Clients/AdGroups/{id}/relaunch": movingAdGroup("relaunch"),
    "POST Clients/AdGroups/{id}/pause": movingAdGroup("pause"),
    "POST Clients/AdGroups/{id}/archive": movingAdGroup("archive"),
    "DELETE Clients/AdGroups/{id}": movingAdGroup("delete"),

    "GET Clients/Ads/{id}": (asked) => ad(asked, asked.params.id),
    "POST Clients/Ads/create": async (asked) => {
      const { ad_group_id, ...fields } = asked.body;
      const { id } = await addAd(deps, asked.db, asked.session.merchantId, ad_group_id, fields);
      return ad(asked, id);
    },
    "PUT Clients/Ads/{id}": async (asked) => {
      await editAd(deps, asked.db, asked.session.merchantId, asked.params.id, asked.body);
      return ad(asked, asked.params.id);
    },
    "POST Clients/Ads/{id}/start": movingAd("start"),
    "POST Clients/Ads/{id}/relaunch": movingAd("relaunch"),
    "POST Clients/Ads/{id}/pause": movingAd("pause"),
    "POST Clients/Ads/{id}/archive": movingAd("archive"),
    "DELETE Clients/Ads/{id}": movingAd("delete"),
  });
}
