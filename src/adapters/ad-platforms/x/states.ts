import type { AdAccountContext, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { fromMicro } from "../shared/micro.ts";
import type { StatesPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { adStates, adWith, removeAd, setAdStatus } from "./ads.ts";
import { campaignWith } from "./campaigns.ts";
import { lineItemWith } from "./line-items.ts";
import type { Json, Wire } from "./wire.ts";
import { standing } from "./wire-shapes.ts";

const plurals = { campaign: "campaigns", ad_group: "line_items" } as const;
const idsFields = { campaign: "campaign_ids", ad_group: "line_item_ids" } as const;
/** X docs, Ads API: filters take up to 200 ids. */
const idsMax = 200;

export function makeStates(wire: Wire): StatesPart {
  return {
    async find(account, level, reference, parentId) {
      if (level === "ad") return adWith(wire, account, reference, parentId);
      const found =
        level === "campaign"
          ? await campaignWith(wire, account, reference)
          : await lineItemWith(wire, account, reference, parentId);
      return found && stateOf(found);
    },
    async setStatus(account, level, platformId, status) {
      if (level === "ad") return setAdStatus(wire, account, platformId, status);
      await wire.write(account.accessToken, {
        method: "PUT",
        path: `/accounts/${account.adAccountId}/${plurals[level]}/${platformId}`,
        parameters: { entity_status: status === "active" ? "ACTIVE" : "PAUSED" },
      });
    },
    remove(account, level, platformId) {
      if (level === "ad") return removeAd(wire, account, platformId);
      return wire.remove(
        account.accessToken,
        `/accounts/${account.adAccountId}/${plurals[level]}/${platformId}`,
      );
    },
    states: (account, level, platformIds) =>
      level === "ad" ? adStates(wire, account, platformIds) : listed(wire, account, level, platformIds),
  };
}

async function listed(
  wire: Wire,
  account: AdAccountContext,
  level: Exclude<Level, "ad">,
  ids: readonly string[],
): Promise<PlatformState[]> {
  const found: PlatformState[] = [];
  const path = `/accounts/${account.adAccountId}/${plurals[level]}`;
  for (let from = 0; from < ids.length; from += idsMax) {
    const parameters = { [idsFields[level]]: ids.slice(from, from + idsMax), with_deleted: true };
    for await (const raw of wire.list(account.accessToken, path, parameters)) found.push(stateOf(raw));
  }
  return found;
}

function stateOf(raw: Json): PlatformState {
  const { id, entity_status, deleted, daily_budget_amount_local_micro: budget } = readAs(standing, raw);
  return {
    platformId: id,
    status: deleted ? "deleted" : entity_status === "ACTIVE" ? "active" : "paused",
    ...(typeof budget === "number" ? { dailyBudget: fromMicro(budget) } : {}),
  };
}
