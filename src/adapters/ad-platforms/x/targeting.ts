import { z } from "zod";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { AdAccountContext, AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { limitsOf, refuse } from "../shared/checks.ts";
import { readAs } from "../shared/read-as.ts";
import { all } from "./accessible-accounts.ts";
import type { Wire } from "./wire.ts";
import { criterion } from "./wire-shapes.ts";

/** One criterion; of one type any may fit, of different types all must (X docs, Ads API, Targeting Criteria). */
type Wanted = { type: string; value: string };

/** Phones: iOS, Android and their web; desktop. */
const platformsOf = { mobile: ["0", "1", "3"], desktop: ["4"] } as const;
const batchMax = 500;

/** Whom a line item may reach, in X's words, the place apart. Refuses ages that X cannot draw the lines of. */
export function targetingOf(order: AdGroupSpec): Wanted[] {
  const genders = { all: [], male: ["1"], female: ["2"] } as const;
  const platforms = order.devices.flatMap((device) =>
    device === "mobile" || device === "desktop" ? platformsOf[device] : [],
  );
  const each = (type: string, values: readonly string[]) => values.map((value) => ({ type, value }));
  return [
    { type: "AGE", value: ageBucket(order) },
    ...each("GENDER", genders[order.gender]),
    ...each("PLATFORM", platforms),
    ...each("BROAD_KEYWORD", [...new Set(order.keywords.map((keyword) => keyword.trim()))]),
  ];
}

/** X takes one of twenty ranges. */
function ageBucket({ ageMin, ageMax }: AdGroupSpec): string {
  const steps = limitsOf("x").ages.steps ?? [];
  if (!steps.some(({ from, to }) => from === ageMin && to === ageMax))
    refuse("ages_not_in_steps", `${ageMin} to ${ageMax}`);
  return ageMax === null ? `AGE_OVER_${ageMin}` : `AGE_${ageMin}_TO_${ageMax}`;
}

/** Makes a line item's criteria what they should be: criteria are never changed, only made and deleted. */
export async function targetLineItem(
  wire: Wire,
  account: AdAccountContext,
  lineItemId: string,
  targeting: readonly Wanted[],
): Promise<void> {
  const { accessToken, adAccountId } = account;
  const path = `/accounts/${adAccountId}/targeting_criteria`;
  const wanted = [...targeting, { type: "LOCATION", value: await kingdom(wire, accessToken) }];
  const standing = (await all(wire.list(accessToken, path, { line_item_ids: [lineItemId] }))).map((raw) =>
    readAs(criterion, raw),
  );
  const stands = ({ type, value }: Wanted) =>
    standing.some((one) => one.targeting_type === type && one.targeting_value === value);
  const isWanted = (one: z.output<typeof criterion>) =>
    wanted.some(({ type, value }) => one.targeting_type === type && one.targeting_value === value);
  const operations = [
    ...standing
      .filter((one) => !isWanted(one))
      .map(({ id }) => ({ operation_type: "Delete", params: { targeting_criterion_id: id } })),
    ...wanted
      .filter((one) => !stands(one))
      .map(({ type, value }) => ({
        operation_type: "Create",
        params: {
          line_item_id: lineItemId,
          operator_type: "EQ",
          targeting_type: type,
          targeting_value: value,
        },
      })),
  ];
  for (let from = 0; from < operations.length; from += batchMax)
    await wire.ask(accessToken, {
      method: "POST",
      path: `/batch${path}`,
      json: operations.slice(from, from + batchMax),
    });
}

const place = z.looseObject({ targeting_value: z.string(), country_code: z.string() });
const known = new WeakMap<Wire, string>();

/** X's own value for the Kingdom, asked for once. */
async function kingdom(wire: Wire, accessToken: string): Promise<string> {
  const remembered = known.get(wire);
  if (remembered) return remembered;
  const parameters = { location_type: "COUNTRIES", country_code: "SA" };
  for await (const raw of wire.list(accessToken, "/targeting_criteria/locations", parameters)) {
    const { targeting_value } = readAs(place, raw);
    known.set(wire, targeting_value);
    return targeting_value;
  }
  throw new AdapterFault("later", { reason: "X does not list Saudi Arabia among its places" });
}
