import type { AdAccountContext, Level } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { bears } from "../shared/reference.ts";
import { isPermissionMissing, rejected } from "./faults.ts";
import { type Flow, homes, platformIdOf, readPlatformId } from "./flows.ts";
import type { Json, Wire } from "./wire.ts";

/** An object as TikTok shows it, and the id we know it by. */
export type Standing = { flow: Flow; platformId: string; raw: Json };

/** The objects of a level in one flow, narrowed by a filter; deleted ones are left out unless the filter says otherwise. */
export async function* objectsOf(
  wire: Wire,
  account: AdAccountContext,
  flow: Flow,
  level: Level,
  filtering?: Json,
): AsyncGenerator<Standing> {
  const { path, id, pageSize } = homes[flow][level];
  const query = { advertiser_id: account.adAccountId, filtering };
  for await (const raw of wire.list(account.accessToken, `${path}/get/`, query, pageSize)) {
    // The manual lists show Smart+ objects too, and instead of their ads the creatives of these.
    if (flow === "manual" && isOfSmartPlus(raw)) continue;
    yield { flow, platformId: platformIdOf(flow, String(raw[id])), raw };
  }
}

const isOfSmartPlus = ({ campaign_automation_type }: Json) =>
  String(campaign_automation_type).startsWith("UPGRADED_SMART_PLUS");

/** The object that bears our reference, under the named parent or anywhere in the account; null when there is none. */
export async function objectWith(
  wire: Wire,
  account: AdAccountContext,
  level: Level,
  reference: string,
  parentPlatformId: string | null,
): Promise<Standing | null> {
  const parent = parentPlatformId === null ? null : readPlatformId(parentPlatformId);
  const flows: readonly Flow[] = parent ? [parent.flow] : ["manual", "smart_plus"];
  for (const flow of flows) {
    const found = await withReference(wire, account, flow, level, reference, parent?.id ?? null);
    if (found) return found;
  }
  return null;
}

async function withReference(
  wire: Wire,
  account: AdAccountContext,
  flow: Flow,
  level: Level,
  reference: string,
  parentId: string | null,
): Promise<Standing | null> {
  const { above, name } = homes[flow][level];
  const filtering = above && parentId ? { [above]: [parentId] } : undefined;
  try {
    for await (const object of objectsOf(wire, account, flow, level, filtering))
      if (bears(String(object.raw[name]), reference)) return object;
  } catch (error) {
    // An app that may not even read Smart+ has made nothing there.
    if (flow === "smart_plus" && parentId === null && isPermissionMissing(error)) return null;
    throw error;
  }
  return null;
}

/** The object of this id as it stands. Throws `rejected` when it stands no more. */
export async function objectById(
  wire: Wire,
  account: AdAccountContext,
  level: Level,
  platformId: string,
): Promise<Standing> {
  const { flow, id } = readPlatformId(platformId);
  const filtering = { [homes[flow][level].ids]: [id] };
  for await (const object of objectsOf(wire, account, flow, level, filtering)) return object;
  throw rejected(`${level} ${platformId} is gone`, "ad_accounts:not_found_there");
}
