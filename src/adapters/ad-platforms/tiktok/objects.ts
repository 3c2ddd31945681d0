import type { AdAccountContext, Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { hasReference } from "../shared/reference.ts";
import type { ApiClient, Json } from "./api-client.ts";
import { isPermissionMissing, rejected } from "./faults.ts";
import { type Flow, levelEndpoints, parsePlatformId, toPlatformId } from "./flows.ts";

/** An object as TikTok returns it, and its id as other modules see it. */
export type PlatformObject = { flow: Flow; platformId: string; raw: Json };

/**
 * The objects of a level in one flow, narrowed by a filter; deleted ones are left out unless the filter includes them.
 */
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
    // The manual lists contain Smart+ objects too, and the creatives of Smart+ ads instead of the ads.
    if (flow === "manual" && isSmartPlus(raw)) continue;
    yield { flow, platformId: toPlatformId(flow, String(raw[id])), raw };
  }
}

const isSmartPlus = ({ campaign_automation_type }: Json) =>
  String(campaign_automation_type).startsWith("UPGRADED_SMART_PLUS");

/** The object with our reference, under the given parent or anywhere in the account; null if there is none. */
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
    // An app that may not read Smart+ has created nothing there.
    if (flow === "smart_plus" && parentId === null && isPermissionMissing(error)) return null;
    throw error;
  }
  return null;
}

/** Loads an object by its id. Throws `rejected` if it no longer exists. */
export async function loadObject(
  client: ApiClient,
  account: AdAccountContext,
  level: Level,
  platformId: string,
): Promise<PlatformObject> {
  const { flow, id } = parsePlatformId(platformId);
  const filtering = { [levelEndpoints[flow][level].ids]: [id] };
  for await (const object of listObjects(client, account, flow, level, filtering)) return object;
  throw rejected(`${level} ${platformId} no longer exists`, "ad_accounts:not_found_there");
}
