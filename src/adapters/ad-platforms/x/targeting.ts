import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { refuse, requireCapabilities } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import { collect } from "./accessible-accounts.ts";
import type { ApiClient } from "./api-client.ts";
import { criterion } from "./response-schemas.ts";

/**
 * One criterion; criteria of one type are joined with "or", of different types with "and" (X docs, Ads API, Targeting
 * Criteria).
 */
type DesiredCriterion = { type: string; value: string; isExcluded?: true };

/** Phones: iOS, Android and their web; desktop. */
const devicePlatforms = { mobile: ["0", "1", "3"], desktop: ["4"] } as const;
const batchMax = 500;

/** A line item's audience in X's terms, without the location. Refuses ages that are not one of X's ranges. */
export function toTargeting(spec: AdGroupSpec): DesiredCriterion[] {
  const genders = { all: [], male: ["1"], female: ["2"] } as const;
  const platforms = spec.devices.flatMap((device) =>
    device === "mobile" || device === "desktop" ? devicePlatforms[device] : [],
  );
  const each = (type: string, values: readonly string[]) => values.map((value) => ({ type, value }));
  return [
    { type: "AGE", value: toAgeBucket(spec) },
    ...each("GENDER", genders[spec.gender]),
    ...each("PLATFORM", platforms),
    ...each("CUSTOM_AUDIENCE", spec.excludedListIds ?? []).map((one) => ({
      ...one,
      isExcluded: true as const,
    })),
    ...each("BROAD_KEYWORD", [...new Set(spec.keywords.map((keyword) => keyword.trim()))]),
  ];
}

/** X supports one of twenty age ranges. */
function toAgeBucket({ ageMin, ageMax }: AdGroupSpec): string {
  const steps = requireCapabilities("x").ages.steps ?? [];
  if (!steps.some(({ from, to }) => from === ageMin && to === ageMax))
    refuse("ages_not_in_steps", `${ageMin} to ${ageMax}`);
  return ageMax === null ? `AGE_OVER_${ageMin}` : `AGE_${ageMin}_TO_${ageMax}`;
}

/** Applies the desired criteria to a line item: criteria are never changed, only created and deleted. */
export async function syncTargeting(
  client: ApiClient,
  account: AdAccountContext,
  lineItemId: string,
  targeting: readonly DesiredCriterion[],
): Promise<void> {
  const { accessToken, adAccountId } = account;
  const path = `/accounts/${adAccountId}/targeting_criteria`;
  const desired = [...targeting, { type: "LOCATION", value: await loadKingdomValue(client, accessToken) }];
  const existing = (await collect(client.list(accessToken, path, { line_item_ids: [lineItemId] }))).map(
    (raw) => parseAs(criterion, raw),
  );
  const exists = ({ type, value }: DesiredCriterion) =>
    existing.some((one) => one.targeting_type === type && one.targeting_value === value);
  const isWanted = (one: z.output<typeof criterion>) =>
    desired.some(({ type, value }) => one.targeting_type === type && one.targeting_value === value);
  const operations = [
    ...existing
      .filter((one) => !isWanted(one))
      .map(({ id }) => ({ operation_type: "Delete", params: { targeting_criterion_id: id } })),
    ...desired
      .filter((one) => !exists(one))
      .map(({ type, value, isExcluded }) => ({
        operation_type: "Create",
        params: {
          line_item_id: lineItemId,
          operator_type: isExcluded ? "NE" : "EQ",
          targeting_type: type,
          targeting_value: value,
        },
      })),
  ];
  for (let from = 0; from < operations.length; from += batchMax)
    await client.call(accessToken, {
      method: "POST",
      path: `/batch${path}`,
      json: operations.slice(from, from + batchMax),
    });
}

const place = z.looseObject({ targeting_value: z.string(), country_code: z.string() });
const kingdomValues = new WeakMap<ApiClient, string>();

/** X's own value for Saudi Arabia, looked up once. */
async function loadKingdomValue(client: ApiClient, accessToken: string): Promise<string> {
  const cached = kingdomValues.get(client);
  if (cached) return cached;
  const parameters = { location_type: "COUNTRIES", country_code: "SA" };
  for await (const raw of client.list(accessToken, "/targeting_criteria/locations", parameters)) {
    const { targeting_value } = parseAs(place, raw);
    kingdomValues.set(client, targeting_value);
    return targeting_value;
  }
  throw new AdapterFault("later", { reason: "X does not list Saudi Arabia among its places" });
}
