import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type { AdAccountContext, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { StatesPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { adSetWith } from "./ad-sets.ts";
import { adWith } from "./ads.ts";
import { campaignWith } from "./campaigns.ts";
import type { Graph, Json } from "./graph.ts";
import { standingFields, standingShape } from "./shapes.ts";

export function makeStates(graph: Graph): StatesPart {
  return {
    async find(account, level, reference, parentId) {
      const found = await findRaw(graph, account, level, reference, parentId);
      return found && stateOf(found, level);
    },
    async setStatus(account, _level, platformId, status) {
      const wanted = status === "active" ? "ACTIVE" : "PAUSED";
      await graph.write(account.accessToken, `/${platformId}`, { status: wanted });
    },
    remove: (account, _level, platformId) => graph.remove(account.accessToken, `/${platformId}`),
    async states(account, level, platformIds) {
      const found = await graph.nodes(account.accessToken, platformIds, standingFields[level]);
      return found.map((raw) => stateOf(raw, level));
    },
  };
}

function findRaw(graph: Graph, account: AdAccountContext, level: Level, reference: string, parentId: string | null) {
  if (level === "campaign") return campaignWith(graph, account, reference);
  return level === "ad_group"
    ? adSetWith(graph, account, reference, parentId)
    : adWith(graph, account, reference, parentId);
}

/** An archived object never runs again, and takes no change: for us it is gone. */
const gone = ["DELETED", "ARCHIVED"];

function stateOf(raw: Json, level: Level): PlatformState {
  const { id, status, effective_status, daily_budget, ad_review_feedback } = readAs(standingShape, raw);
  const state: PlatformState = {
    platformId: id,
    status: gone.includes(effective_status) ? "deleted" : status === "ACTIVE" ? "active" : "paused",
    ...(daily_budget === undefined ? {} : { dailyBudget: accountMoney(Number(daily_budget)) }),
  };
  if (level !== "ad") return state;
  const reasons = Object.values(ad_review_feedback?.global ?? {});
  return { ...state, review: { outcome: outcomeOf(effective_status), reasons } };
}

/** The review shows in the effective status alone: what is neither waited for nor refused has passed it. */
function outcomeOf(effectiveStatus: string): "pending" | "approved" | "rejected" {
  if (effectiveStatus === "DISAPPROVED") return "rejected";
  return effectiveStatus === "PENDING_REVIEW" || effectiveStatus === "IN_PROCESS" ? "pending" : "approved";
}
