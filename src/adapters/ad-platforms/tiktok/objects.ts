import type { ActingFor, Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { bears } from "../shared/reference.ts";
import { rejected } from "./faults.ts";
import type { Json, Wire } from "./wire.ts";

/** Where each level lives, how it is named there, and by what its lists can be narrowed to one parent. */
export const homes = {
  campaign: { path: "/campaign", id: "campaign_id", ids: "campaign_ids", name: "campaign_name", above: null },
  ad_group: {
    path: "/adgroup",
    id: "adgroup_id",
    ids: "adgroup_ids",
    name: "adgroup_name",
    above: "campaign_ids",
  },
  ad: { path: "/ad", id: "ad_id", ids: "ad_ids", name: "ad_name", above: "adgroup_ids" },
} as const satisfies Record<Level, object>;

/** The objects of a level, narrowed by a filter; what was deleted is left out unless the filter says otherwise. */
export function objectsOf(wire: Wire, account: ActingFor, level: Level, filtering?: Json, size?: number) {
  const query = { advertiser_id: account.adAccountId, filtering };
  return wire.list(account.accessToken, `${homes[level].path}/get/`, query, size);
}

/** The object that bears our reference, under the named parent or anywhere in the account; null when there is none. */
export async function objectWith(
  wire: Wire,
  account: ActingFor,
  level: Level,
  reference: string,
  parentId: string | null,
): Promise<Json | null> {
  const { above, name } = homes[level];
  const filtering = above && parentId ? { [above]: [parentId] } : undefined;
  for await (const raw of objectsOf(wire, account, level, filtering)) {
    if (bears(String(raw[name]), reference)) return raw;
  }
  return null;
}

/** The object of this id as it stands. Throws `rejected` when it stands no more. */
export async function objectById(wire: Wire, account: ActingFor, level: Level, id: string): Promise<Json> {
  for await (const raw of objectsOf(wire, account, level, { [homes[level].ids]: [id] }, 10)) return raw;
  throw rejected(`${level} ${id} is gone`, "ad_accounts:not_found_there");
}
