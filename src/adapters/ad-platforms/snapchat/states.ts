import type { AdAccountContext, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { StatesPart } from "../shared/parts.ts";
import { findAdSquad } from "./ad-squads.ts";
import { findAd } from "./ads.ts";
import { type ApiClient, findObjects, type Json, type Plural } from "./api-client.ts";
import { findCampaign } from "./campaigns.ts";
import { stateSchema } from "./response-schemas.ts";

/** Each level's path in the API, and the field with its parent's id. */
const levelEndpoints = {
  campaign: { plural: "campaigns", parentPath: "adaccounts", parentField: "ad_account_id" },
  ad_group: { plural: "adsquads", parentPath: "campaigns", parentField: "campaign_id" },
  ad: { plural: "ads", parentPath: "adsquads", parentField: "ad_squad_id" },
} as const satisfies Record<Level, { plural: Plural; parentPath: string; parentField: string }>;

const reviews = { APPROVED: "approved", REJECTED: "rejected" } as const;
/** Snap docs, API patterns: the most ids in one batch. */
const batchMax = 2_000;

export function makeStates(client: ApiClient): StatesPart {
  return {
    async find(account, level, reference, parentId) {
      const found = await findRaw(client, account, level, reference, parentId);
      return found && toState(found, level);
    },
    /**
     * Sends the whole object back with only its status changed: the one way to write that is documented for every
     * level.
     */
    async setStatus(account, level, platformId, status) {
      const { plural, parentPath, parentField } = levelEndpoints[level];
      const current = await client.readOne(account.accessToken, `/v1/${plural}/${platformId}`, plural);
      const desired = status === "active" ? "ACTIVE" : "PAUSED";
      if (current.status === desired) return;
      const path = `/v1/${parentPath}/${String(current[parentField])}/${plural}`;
      await client.write(account.accessToken, "PUT", path, plural, { ...current, status: desired });
    },
    remove: (account, level, platformId) =>
      client.remove(account.accessToken, `/v1/${levelEndpoints[level].plural}/${platformId}`),
    async states(account, level, platformIds) {
      const found: PlatformState[] = [];
      for (let from = 0; from < platformIds.length; from += batchMax) {
        const batch = platformIds.slice(from, from + batchMax);
        for (const raw of await listByIds(client, account, level, batch)) found.push(toState(raw, level));
      }
      return found;
    },
  };
}

function findRaw(
  client: ApiClient,
  account: AdAccountContext,
  level: Level,
  reference: string,
  parentId: string | null,
) {
  if (level === "campaign") return findCampaign(client, account, reference);
  return level === "ad_group"
    ? findAdSquad(client, account, reference, parentId)
    : findAd(client, account, reference, parentId);
}

/** Campaigns and ads are read in batches; for ad squads no such call is documented, so the account's list is read. */
async function listByIds(
  client: ApiClient,
  account: AdAccountContext,
  level: Level,
  ids: readonly string[],
): Promise<Json[]> {
  const { accessToken, adAccountId } = account;
  const { plural } = levelEndpoints[level];
  if (level !== "ad_group") {
    const json = { entity_ids: ids.map((id) => ({ id })) };
    const path = `/v1/adaccounts/${adAccountId}/get_${plural}_by_ids`;
    return findObjects(
      await client.call(path, { accessToken, method: "POST", json, isReadOnly: true }),
      plural,
    );
  }
  const found: Json[] = [];
  for await (const raw of client.list(accessToken, `/v1/adaccounts/${adAccountId}/adsquads`, "adsquads")) {
    if (ids.includes(String(raw.id))) found.push(raw);
  }
  return found;
}

function toState(raw: Json, level: Level): PlatformState {
  const { id, status, deleted, review_status, review_status_reasons } = parseAs(stateSchema, raw);
  const state: PlatformState = {
    platformId: id,
    status: deleted ? "deleted" : status === "ACTIVE" ? "active" : "paused",
  };
  if (level !== "ad") return state;
  const outcome = reviews[review_status as keyof typeof reviews] ?? "pending";
  return { ...state, review: { outcome, reasons: review_status_reasons ?? [] } };
}
