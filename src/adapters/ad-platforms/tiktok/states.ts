import { z } from "zod";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { StatesPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { rejected } from "./faults.ts";
import { type Flow, homes, readPlatformId } from "./flows.ts";
import { fromUnits } from "./money.ts";
import { objectsOf, objectWith, type Standing } from "./objects.ts";
import { type Review, reviewsOf } from "./reviews.ts";
import type { Json, Wire } from "./wire.ts";

/** Ids in one filter. */
const idsAtOnce = 100;

const switched = z.looseObject({
  error_list: z.array(z.looseObject({ error_message: z.string().nullish() })).nullish(),
});

export function makeStates(wire: Wire): StatesPart {
  return {
    async find(account, level, reference, parentId) {
      const found = await objectWith(wire, account, level, reference, parentId);
      return found && ((await statesOf(wire, account, level, [found]))[0] ?? null);
    },
    setStatus: (account, level, platformId, status) =>
      switchTo(wire, account, level, platformId, status === "active" ? "ENABLE" : "DISABLE"),
    /** TikTok refuses to delete what is deleted: then, what stands there decides. */
    async remove(account, level, platformId) {
      try {
        await switchTo(wire, account, level, platformId, "DELETE");
      } catch (error) {
        if (!isFault(error, "rejected")) throw error;
        const [left] = await readMany(wire, account, level, [platformId]);
        if (left && !isDeleted(left.raw)) throw error;
      }
    },
    async states(account, level, platformIds) {
      return statesOf(wire, account, level, await readMany(wire, account, level, platformIds));
    },
  };
}

/** What could not be switched may stand in a list, inside a success. */
async function switchTo(wire: Wire, account: AdAccountContext, level: Level, platformId: string, status: string) {
  const { flow, id } = readPlatformId(platformId);
  const { path, ids } = homes[flow][level];
  const change = { advertiser_id: account.adAccountId, [ids]: [id], operation_status: status };
  const answer = await wire.post(account.accessToken, `${path}/status/update/`, change);
  const [failed] = readAs(switched, answer).error_list ?? [];
  if (failed) throw rejected(failed.error_message ?? `${status} failed`);
}

/** Deleted objects among them; ids that TikTok does not know are left out by itself. */
async function readMany(
  wire: Wire,
  account: AdAccountContext,
  level: Level,
  platformIds: readonly string[],
): Promise<Standing[]> {
  const found: Standing[] = [];
  const byFlow = Map.groupBy(platformIds.map(readPlatformId), ({ flow }) => flow);
  for (const [flow, objects] of byFlow) {
    const ids = objects.map(({ id }) => id);
    for (let from = 0; from < ids.length; from += idsAtOnce) {
      const some = { [homes[flow][level].ids]: ids.slice(from, from + idsAtOnce) };
      const filtering = { ...some, primary_status: "STATUS_ALL" };
      for await (const each of objectsOf(wire, account, flow, level, filtering)) found.push(each);
    }
  }
  return found;
}

async function statesOf(
  wire: Wire,
  account: AdAccountContext,
  level: Level,
  objects: readonly Standing[],
): Promise<PlatformState[]> {
  const said = level === "ad" ? await reviewsFor(wire, account, objects) : new Map<string, Review>();
  return objects.map(({ platformId, raw }) => {
    const status = isDeleted(raw) ? "deleted" : raw.operation_status === "ENABLE" ? "active" : "paused";
    const review = said.get(platformId);
    return { platformId, status, ...budgetIn(raw), ...(review ? { review } : {}) };
  });
}

async function reviewsFor(wire: Wire, account: AdAccountContext, ads: readonly Standing[]) {
  const alive = ads.filter(({ raw }) => !isDeleted(raw));
  const told = new Map<string, Review>();
  for (const flow of ["manual", "smart_plus"] satisfies Flow[]) {
    const some = alive.filter((ad) => ad.flow === flow);
    for (const [platformId, review] of await reviewsOf(wire, account, flow, some))
      told.set(platformId, review);
  }
  return told;
}

/** An object counts as deleted with what stands above it. */
const isDeleted = (raw: Json): boolean =>
  /_DELETE$/.test(String(raw.secondary_status)) || raw.operation_status === "DELETE";

function budgetIn({ budget, budget_mode }: Json): Pick<PlatformState, "dailyBudget"> {
  const isDaily = budget_mode === "BUDGET_MODE_DYNAMIC_DAILY_BUDGET" || budget_mode === "BUDGET_MODE_DAY";
  return isDaily && typeof budget === "number" ? { dailyBudget: fromUnits(budget) } : {};
}
