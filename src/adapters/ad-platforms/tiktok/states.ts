import { z } from "zod";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { ActingFor, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { StatesPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { fromUnits } from "./money.ts";
import { homes, objectsOf, objectWith } from "./objects.ts";
import type { Json, Wire } from "./wire.ts";

/** Ids in one filter, and in one question to the reviewers. */
const idsAtOnce = 100;
const reviewsAtOnce = 20;

const reviews = z.looseObject({
  ad_review_map: z.record(
    z.string(),
    z.looseObject({
      is_approved: z.boolean().nullish(),
      review_status: z.string().nullish(),
      reject_info: z.array(z.looseObject({ reasons: z.array(z.string()).nullish() })).nullish(),
    }),
  ),
});
type Review = NonNullable<PlatformState["review"]>;

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
        if (left && !isDeleted(left)) throw error;
      }
    },
    async states(account, level, platformIds) {
      return statesOf(wire, account, level, await readMany(wire, account, level, platformIds));
    },
  };
}

async function switchTo(wire: Wire, account: ActingFor, level: Level, id: string, status: string) {
  const { path, ids } = homes[level];
  const change = { advertiser_id: account.adAccountId, [ids]: [id], operation_status: status };
  await wire.post(account.accessToken, `${path}/status/update/`, change);
}

/** Deleted objects among them; ids that TikTok does not know are left out by itself. */
async function readMany(
  wire: Wire,
  account: ActingFor,
  level: Level,
  ids: readonly string[],
): Promise<Json[]> {
  const found: Json[] = [];
  const { ids: field } = homes[level];
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const filtering = { [field]: ids.slice(from, from + idsAtOnce), primary_status: "STATUS_ALL" };
    for await (const raw of objectsOf(wire, account, level, filtering)) found.push(raw);
  }
  return found;
}

async function statesOf(
  wire: Wire,
  account: ActingFor,
  level: Level,
  raws: Json[],
): Promise<PlatformState[]> {
  const said = level === "ad" ? await reviewsOf(wire, account, raws) : new Map<string, Review>();
  return raws.map((raw) => {
    const platformId = String(raw[homes[level].id]);
    const status = isDeleted(raw) ? "deleted" : raw.operation_status === "ENABLE" ? "active" : "paused";
    const review = said.get(platformId);
    return { platformId, status, ...budgetIn(raw), ...(review ? { review } : {}) };
  });
}

/** An object counts as deleted with what stands above it. */
const isDeleted = (raw: Json): boolean =>
  /_DELETE$/.test(String(raw.secondary_status)) || raw.operation_status === "DELETE";

function budgetIn({ budget, budget_mode }: Json): Pick<PlatformState, "dailyBudget"> {
  const isDaily = budget_mode === "BUDGET_MODE_DYNAMIC_DAILY_BUDGET" || budget_mode === "BUDGET_MODE_DAY";
  return isDaily && typeof budget === "number" ? { dailyBudget: fromUnits(budget) } : {};
}

/**
 * The reviewers' words stand apart from the status. They call a new ad available before they have seen it, so an ad whose
 * status still speaks of an audit waits.
 */
async function reviewsOf(wire: Wire, account: ActingFor, ads: Json[]): Promise<Map<string, Review>> {
  const told = new Map<string, Review>();
  const alive = ads.filter((raw) => !isDeleted(raw));
  for (let from = 0; from < alive.length; from += reviewsAtOnce) {
    const asked = alive.slice(from, from + reviewsAtOnce);
    const query = { advertiser_id: account.adAccountId, ad_ids: asked.map((raw) => raw.ad_id) };
    const { ad_review_map } = readAs(reviews, await wire.get(account.accessToken, "/ad/review_info/", query));
    for (const raw of asked) told.set(String(raw.ad_id), reviewOf(raw, ad_review_map[String(raw.ad_id)]));
  }
  return told;
}

function reviewOf(raw: Json, said: z.output<typeof reviews>["ad_review_map"][string] | undefined): Review {
  const status = String(raw.secondary_status);
  const reasons = [...new Set((said?.reject_info ?? []).flatMap((each) => each.reasons ?? []))];
  if (status.includes("AUDIT_DENY") || said?.review_status === "UNAVAILABLE")
    return { outcome: "rejected", reasons };
  if (/AUDIT|IN_REVIEW/.test(status)) return { outcome: "pending", reasons: [] };
  return { outcome: "approved", reasons };
}
