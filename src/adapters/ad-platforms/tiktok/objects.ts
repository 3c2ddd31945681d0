import type { AdAccountContext, Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { hasReference } from "../shared/reference.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { isPermissionMissing, rejected } from "./faults.ts";
import { type Flow, levelEndpoints, parsePlatformId, toPlatformId } from "./flows.ts";

/** An object as TikTok shows it, and the id we know it by. */
export type PlatformObject = { flow: Flow; platformId: string; raw: Json };

/** The objects of a level in one flow, narrowed by a filter; deleted ones are left out unless the filter says otherwise. */
export async function* listObjects(
  client: ApiClient,
  account: AdAccountContext,
  flow: Flow,
  level: Level,
  filtering?: Json,
): AsyncGenerator<PlatformObject> {
  const { path, id, pageSize } = levelEndpoints[flow][level];
  const query = { advertiser_id: account.adAccountId, filtering };
  for await (const raw of client.list(account.accessToken, `${path}/get/`, query, pageSize)) {
    // The manual lists show Smart+ objects too, and instead of their ads the creatives of these.
    if (flow === "manual" && isSmartPlus(raw)) continue;
    yield { flow, platformId: toPlatformId(flow, String(raw[id])), raw };
  }
}

const isSmartPlus = ({ campaign_automation_type }: Json) =>
  String(campaign_automation_type).startsWith("UPGRADED_SMART_PLUS");

/** The object that bears our reference, under the named parent or anywhere in the account; null when there is none. */
export async function findObject(
  client: ApiClient,
  account: AdAccountContext,
  level: Level,
  reference: string,
  parentPlatformId: string | null,
): Promise<PlatformObject | null> {
  const parent = parentPlatformId === null ? null : parsePlatformId(parentPlatformId);
  const flows: readonly Flow[] = parent ? [parent.flow] : ["manual", "smart_plus"];
  for (const flow of flows) {
    const found = await findInFlow(client, account, flow, level, reference, parent?.id ?? null);
    if (found) return found;
  }
  return null;
}

async function findInFlow(
  client: ApiClient,
  account: AdAccountContext,
  flow: Flow,
  level: Level,
  reference: string,
  parentId: string | null,
): Promise<PlatformObject | null> {
  const { parentFilter, name } = levelEndpoints[flow][level];
  const filtering = parentFilter && parentId ? { [parentFilter]: [parentId] } : undefined;
  try {
    for await (const object of listObjects(client, account, flow, level, filtering))
      if (hasReference(String(object.raw[name]), reference)) return object;
  } catch (error) {
    // An app that may not even read Smart+ has made nothing there.
    if (flow === "smart_plus" && parentId === null && isPermissionMissing(error)) return null;
    throw error;
  }
  return null;
}

/** The object of this id as it stands. Throws `rejected` when it stands no more. */
export async function loadObject(
  client: ApiClient,
  account: AdAccountContext,
  level: Level,
  platformId: string,
): Promise<PlatformObject> {
  const { flow, id } = parsePlatformId(platformId);
  const filtering = { [levelEndpoints[flow][level].ids]: [id] };
  for await (const object of listObjects(client, account, flow, level, filtering)) return object;
  throw rejected(`${level} ${platformId} is gone`, "ad_accounts:not_found_there");
}
