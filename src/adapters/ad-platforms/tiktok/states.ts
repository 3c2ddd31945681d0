import { z } from "zod";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { StatesPart } from "../shared/parts.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { rejected } from "./faults.ts";
import { type Flow, levelEndpoints, parsePlatformId } from "./flows.ts";
import { fromUnits } from "./money.ts";
import { findObject, listObjects, type PlatformObject } from "./objects.ts";
import { loadReviews, type Review } from "./reviews.ts";

/** Ids in one filter. */
const idsAtOnce = 100;

const statusUpdateSchema = z.looseObject({
  error_list: z.array(z.looseObject({ error_message: z.string().nullish() })).nullish(),
});

export function makeStates(client: ApiClient): StatesPart {
  return {
    async find(account, level, reference, parentId) {
      const found = await findObject(client, account, level, reference, parentId);
      return found && ((await loadStates(client, account, level, [found]))[0] ?? null);
    },
    setStatus: (account, level, platformId, status) =>
      updateStatus(client, account, level, platformId, status === "active" ? "ENABLE" : "DISABLE"),
    /** TikTok refuses to delete a deleted object: then its current state decides. */
    async remove(account, level, platformId) {
      try {
        await updateStatus(client, account, level, platformId, "DELETE");
      } catch (error) {
        if (!isFault(error, "rejected")) throw error;
        const [remaining] = await listByIds(client, account, level, [platformId]);
        if (remaining && !isDeleted(remaining.raw)) throw error;
      }
    },
    async states(account, level, platformIds) {
      return loadStates(client, account, level, await listByIds(client, account, level, platformIds));
    },
  };
}

/** A failed status update may be reported in a list inside a success. */
async function updateStatus(
  client: ApiClient,
  account: AdAccountContext,
  level: Level,
  platformId: string,
  status: string,
) {
  const { flow, id } = parsePlatformId(platformId);
  const { path, ids } = levelEndpoints[flow][level];
  const change = { advertiser_id: account.adAccountId, [ids]: [id], operation_status: status };
  const response = await client.post(account.accessToken, `${path}/status/update/`, change);
  const [failed] = parseAs(statusUpdateSchema, response).error_list ?? [];
  if (failed) throw rejected(failed.error_message ?? `${status} failed`);
}

/** Deleted objects included; TikTok leaves out ids that it does not know. */
async function listByIds(
  client: ApiClient,
  account: AdAccountContext,
  level: Level,
  platformIds: readonly string[],
): Promise<PlatformObject[]> {
  const found: PlatformObject[] = [];
  const byFlow = Map.groupBy(platformIds.map(parsePlatformId), ({ flow }) => flow);
  for (const [flow, objects] of byFlow) {
    const ids = objects.map(({ id }) => id);
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const idFilter = { [levelEndpoints[flow][level].ids]: ids.slice(from, from + idsAtOnce) };
      const filtering = { ...idFilter, primary_status: "STATUS_ALL" };
      for await (const each of listObjects(client, account, flow, level, filtering)) found.push(each);
    }
  }
  return found;
}

async function loadStates(
  client: ApiClient,
  account: AdAccountContext,
  level: Level,
  objects: readonly PlatformObject[],
): Promise<PlatformState[]> {
  const reviews =
    level === "ad" ? await loadReviewsByFlow(client, account, objects) : new Map<string, Review>();
  return objects.map(({ platformId, raw }) => {
    const status = isDeleted(raw) ? "deleted" : raw.operation_status === "ENABLE" ? "active" : "paused";
    const review = reviews.get(platformId);
    return { platformId, status, ...toDailyBudget(raw), ...(review ? { review } : {}) };
  });
}

async function loadReviewsByFlow(
  client: ApiClient,
  account: AdAccountContext,
  ads: readonly PlatformObject[],
) {
  const alive = ads.filter(({ raw }) => !isDeleted(raw));
  const reviews = new Map<string, Review>();
  for (const flow of ["manual", "smart_plus"] satisfies Flow[]) {
    const subset = alive.filter((ad) => ad.flow === flow);
    for (const [platformId, review] of await loadReviews(client, account, flow, subset))
      reviews.set(platformId, review);
  }
  return reviews;
}

/** An object counts as deleted when its parent is. */
const isDeleted = (raw: Json): boolean =>
  /_DELETE$/.test(String(raw.secondary_status)) || raw.operation_status === "DELETE";

function toDailyBudget({ budget, budget_mode }: Json): Pick<PlatformState, "dailyBudget"> {
  const isDaily = budget_mode === "BUDGET_MODE_DYNAMIC_DAILY_BUDGET" || budget_mode === "BUDGET_MODE_DAY";
  return isDaily && typeof budget === "number" ? { dailyBudget: fromUnits(budget) } : {};
}
