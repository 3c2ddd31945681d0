import type { AdAccountContext, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { fromMicro } from "../shared/micro.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { StatesPart } from "../shared/parts.ts";
import { findAd, listAdStates, removeAd, setAdStatus } from "./ads.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { findCampaign } from "./campaigns.ts";
import { findLineItem } from "./line-items.ts";
import { stateSchema } from "./response-schemas.ts";

const plurals = { campaign: "campaigns", ad_group: "line_items" } as const;
const idsFields = { campaign: "campaign_ids", ad_group: "line_item_ids" } as const;
/** X docs, Ads API: filters accept up to 200 ids. */
const idsMax = 200;

export function makeStates(client: ApiClient): StatesPart {
  return {
    async find(account, level, reference, parentId) {
      if (level === "ad") return findAd(client, account, reference, parentId);
      const found =
        level === "campaign"
          ? await findCampaign(client, account, reference)
          : await findLineItem(client, account, reference, parentId);
      return found && toState(found);
    },
    async setStatus(account, level, platformId, status) {
      if (level === "ad") return setAdStatus(client, account, platformId, status);
      await client.write(account.accessToken, {
        method: "PUT",
        path: `/accounts/${account.adAccountId}/${plurals[level]}/${platformId}`,
        parameters: { entity_status: status === "active" ? "ACTIVE" : "PAUSED" },
      });
    },
    remove(account, level, platformId) {
      if (level === "ad") return removeAd(client, account, platformId);
      return client.remove(
        account.accessToken,
        `/accounts/${account.adAccountId}/${plurals[level]}/${platformId}`,
      );
    },
    states: (account, level, platformIds) =>
      level === "ad"
        ? listAdStates(client, account, platformIds)
        : listStates(client, account, level, platformIds),
  };
}

async function listStates(
  client: ApiClient,
  account: AdAccountContext,
  level: Exclude<Level, "ad">,
  ids: readonly string[],
): Promise<PlatformState[]> {
  const found: PlatformState[] = [];
  const path = `/accounts/${account.adAccountId}/${plurals[level]}`;
  for (let from = 0; from < ids.length; from += idsMax) {
    const parameters = { [idsFields[level]]: ids.slice(from, from + idsMax), with_deleted: true };
    for await (const raw of client.list(account.accessToken, path, parameters)) found.push(toState(raw));
  }
  return found;
}

function toState(raw: Json): PlatformState {
  const { id, entity_status, deleted, daily_budget_amount_local_micro: budget } = parseAs(stateSchema, raw);
  return {
    platformId: id,
    status: deleted ? "deleted" : entity_status === "ACTIVE" ? "active" : "paused",
    ...(typeof budget === "number" ? { dailyBudget: fromMicro(budget) } : {}),
  };
}
