import type { AdAccountContext, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import type { StatesPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { squadWith } from "./ad-squads.ts";
import { adWith } from "./ads.ts";
import { campaignWith } from "./campaigns.ts";
import { foundIn, type Json, type Plural, type Wire } from "./wire.ts";
import { standing } from "./wire-shapes.ts";

/** Where each level lives, and the field that names what stands above it. */
const homes = {
  campaign: { plural: "campaigns", above: "adaccounts", aboveField: "ad_account_id" },
  ad_group: { plural: "adsquads", above: "campaigns", aboveField: "campaign_id" },
  ad: { plural: "ads", above: "adsquads", aboveField: "ad_squad_id" },
} as const satisfies Record<Level, { plural: Plural; above: string; aboveField: string }>;

const reviews = { APPROVED: "approved", REJECTED: "rejected" } as const;
/** Snap docs, API patterns: at most so many ids in one batch. */
const batchMax = 2_000;

export function makeStates(wire: Wire): StatesPart {
  return {
    async find(account, level, reference, parentId) {
      const found = await findRaw(wire, account, level, reference, parentId);
      return found && stateOf(found, level);
    },
    /** The whole object goes back with only its status changed: the one way of writing that every level documents. */
    async setStatus(account, level, platformId, status) {
      const { plural, above, aboveField } = homes[level];
      const current = await wire.readOne(account.accessToken, `/v1/${plural}/${platformId}`, plural);
      const wanted = status === "active" ? "ACTIVE" : "PAUSED";
      if (current.status === wanted) return;
      const path = `/v1/${above}/${String(current[aboveField])}/${plural}`;
      await wire.write(account.accessToken, "PUT", path, plural, { ...current, status: wanted });
    },
    remove: (account, level, platformId) =>
      wire.remove(account.accessToken, `/v1/${homes[level].plural}/${platformId}`),
    async states(account, level, platformIds) {
      const found: PlatformState[] = [];
      for (let from = 0; from < platformIds.length; from += batchMax) {
        const asked = platformIds.slice(from, from + batchMax);
        for (const raw of await readMany(wire, account, level, asked)) found.push(stateOf(raw, level));
      }
      return found;
    },
  };
}

function findRaw(wire: Wire, account: AdAccountContext, level: Level, reference: string, parentId: string | null) {
  if (level === "campaign") return campaignWith(wire, account, reference);
  return level === "ad_group"
    ? squadWith(wire, account, reference, parentId)
    : adWith(wire, account, reference, parentId);
}

/** Campaigns and ads are read in batches; for ad squads no such call is documented, so the account's list is read. */
async function readMany(
  wire: Wire,
  account: AdAccountContext,
  level: Level,
  ids: readonly string[],
): Promise<Json[]> {
  const { accessToken, adAccountId } = account;
  const { plural } = homes[level];
  if (level !== "ad_group") {
    const json = { entity_ids: ids.map((id) => ({ id })) };
    const path = `/v1/adaccounts/${adAccountId}/get_${plural}_by_ids`;
    return foundIn(await wire.ask(path, { accessToken, method: "POST", json, isReading: true }), plural);
  }
  const found: Json[] = [];
  for await (const raw of wire.list(accessToken, `/v1/adaccounts/${adAccountId}/adsquads`, "adsquads")) {
    if (ids.includes(String(raw.id))) found.push(raw);
  }
  return found;
}

function stateOf(raw: Json, level: Level): PlatformState {
  const { id, status, deleted, review_status, review_status_reasons } = readAs(standing, raw);
  const state: PlatformState = {
    platformId: id,
    status: deleted ? "deleted" : status === "ACTIVE" ? "active" : "paused",
  };
  if (level !== "ad") return state;
  const outcome = reviews[review_status as keyof typeof reviews] ?? "pending";
  return { ...state, review: { outcome, reasons: review_status_reasons ?? [] } };
}
