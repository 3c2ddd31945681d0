import type { Clock } from "#base/server/clock.ts";
import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { type Capabilities, getCapabilities } from "../contract/capabilities.ts";
import type { AccountIssue, LostReason } from "../contract/enums.ts";
import type { Placement, Platform } from "../contract/platforms.ts";
import { expiresSoon, listProfiles } from "./ad-accounts.present.ts";
import { type AccountRow, findAccount, listAccounts } from "./ad-accounts.store.ts";
import type { BindAdPlatform } from "./bind-ad-platform.ts";

/** A merchant's ad account as other modules see it. */
export type LinkedAdAccount = {
  id: string;
  platform: Platform;
  name: string;
  organization_name: string;
  profile_name: string | null;
  /** The public profiles that its ads may appear under, the account's own first. */
  profiles: readonly { id: string; name: string }[];
  /** ISO 4217. */
  currency: string;
  /** IANA name. */
  time_zone: string;
  /** `lost` accounts keep their campaigns, but nothing can be changed on the platform until they are linked again. */
  status: "linked" | "lost";
  issue: AccountIssue | null;
  /** It has a conversion pixel: purchases are measured, and bids may optimise for them. */
  has_pixel: boolean;
};

export type AdAccountsFacade = ReturnType<typeof makeAdAccountsFacade>;

type Deps = {
  bindAdPlatform: BindAdPlatform;
  /** Platforms' permissions end in real time. */
  systemClock: Clock;
};

/** The module's facade for the modules above it. */
export function makeAdAccountsFacade({ bindAdPlatform, systemClock }: Deps) {
  return {
    /** Null when it is not the merchant's, or was unlinked. */
    async findLinkedAdAccount(ctx: ReadContext, adAccountId: string): Promise<LinkedAdAccount | null> {
      const row = await findAccount(ctx, adAccountId);
      return row ? presentLinked(row) : null;
    },
    /** The merchant's ad accounts that are linked or lost, the newest link first. */
    async listLinkedAdAccounts(ctx: ReadContext): Promise<LinkedAdAccount[]> {
      const accounts = await listAccounts(ctx);
      return accounts.flatMap((row) => presentLinked(row) ?? []);
    },
    /** Accounts that must be linked again, for the attention list. */
    listLostAdAccounts({
      db,
      actor,
    }: ReadContext): Promise<{ id: string; platform: Platform; name: string; reason: LostReason }[]> {
      return db.many(sql`
        select id, platform, name, lost_reason as reason from ad_accounts.accounts
        where merchant_id = ${actor.merchantId} and status = 'lost' order by lost_at desc`);
    },
    /** Linked accounts whose access expires within days and which only the merchant can renew, the soonest first. */
    async listExpiringAccess(
      ctx: ReadContext,
    ): Promise<{ id: string; platform: Platform; name: string; ends_at: Date }[]> {
      const now = systemClock.now();
      const accounts = await listAccounts(ctx);
      return accounts
        .filter((row) => expiresSoon(row, now))
        .flatMap(({ id, platform, name, access_expires_at: ends_at }) =>
          ends_at ? [{ id, platform, name, ends_at }] : [],
        )
        .sort((one, other) => one.ends_at.getTime() - other.ends_at.getTime());
    },
    /** The platform bound to this account; its calls throw AdapterFault. Never call it inside a transaction. */
    bindAdPlatform,
    /** Null for a platform that cannot be linked yet. */
    getCapabilities: (platform: Platform, placements: readonly Placement[] = []): Capabilities | null =>
      getCapabilities(platform, placements),
  };
}

function presentLinked(row: AccountRow): LinkedAdAccount | null {
  const { id, platform, name, organization_name, profile_name, currency, time_zone, status, issue } = row;
  if (status === "unlinked") return null;
  const has_pixel = row.pixel_id !== null;
  return {
    id,
    platform,
    name,
    organization_name,
    profile_name,
    profiles: listProfiles(row),
    currency,
    time_zone,
    status,
    issue,
    has_pixel,
  };
}
