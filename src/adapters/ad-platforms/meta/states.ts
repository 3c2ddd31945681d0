import { accountMoney } from "#modules/ad-accounts/contract/currencies.ts";
import type { AdAccountContext, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { StatesPart } from "../shared/parts.ts";
import { findAdSet } from "./ad-sets.ts";
import { findAd } from "./ads.ts";
import { findCampaign } from "./campaigns.ts";
import type { Graph, Json } from "./graph.ts";
import { stateFields, stateSchema } from "./response-schemas.ts";

export function makeStates(graph: Graph): StatesPart {
  return {
    async find(account, level, reference, parentId) {
      const found = await findRaw(graph, account, level, reference, parentId);
      return found && toState(found, level);
    },
    async setStatus(account, _level, platformId, status) {
      const desired = status === "active" ? "ACTIVE" : "PAUSED";
      await graph.write(account.accessToken, `/${platformId}`, { status: desired });
    },
    remove: (account, _level, platformId) => graph.remove(account.accessToken, `/${platformId}`),
    async states(account, level, platformIds) {
      const found = await graph.nodes(account.accessToken, platformIds, stateFields[level]);
      return found.map((raw) => toState(raw, level));
    },
  };
}

function findRaw(
  graph: Graph,
  account: AdAccountContext,
  level: Level,
  reference: string,
  parentId: string | null,
) {
  if (level === "campaign") return findCampaign(graph, account, reference);
  return level === "ad_group"
    ? findAdSet(graph, account, reference, parentId)
    : findAd(graph, account, reference, parentId);
}

/** An archived object never runs again, and accepts no change: for us it is deleted. */
const goneStatuses = ["DELETED", "ARCHIVED"];

function toState(raw: Json, level: Level): PlatformState {
  const { id, status, effective_status, daily_budget, ad_review_feedback } = parseAs(stateSchema, raw);
  const state: PlatformState = {
    platformId: id,
    status: goneStatuses.includes(effective_status) ? "deleted" : status === "ACTIVE" ? "active" : "paused",
    ...(daily_budget === undefined ? {} : { dailyBudget: accountMoney(Number(daily_budget)) }),
  };
  if (level !== "ad") return state;
  const reasons = Object.values(ad_review_feedback?.global ?? {});
  return { ...state, review: { outcome: toReviewOutcome(effective_status), reasons } };
}

/** Only the effective status shows the review: what is neither pending nor rejected has passed it. */
function toReviewOutcome(effectiveStatus: string): "pending" | "approved" | "rejected" {
  if (effectiveStatus === "DISAPPROVED") return "rejected";
  return effectiveStatus === "PENDING_REVIEW" || effectiveStatus === "IN_PROCESS" ? "pending" : "approved";
}
