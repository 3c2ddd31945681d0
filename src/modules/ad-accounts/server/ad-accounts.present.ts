import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { accessWarningDays } from "../contract/enums.ts";
import type { AccountRow, PublicProfile } from "./ad-accounts.store.ts";

const dayMs = 86_400_000;

/** True in the last days of a linked account's access that only the merchant can renew. */
export function expiresSoon({ status, access_expires_at }: AccountRow, now: Date): boolean {
  if (status !== "linked" || access_expires_at === null) return false;
  return access_expires_at.getTime() <= now.getTime() + accessWarningDays * dayMs;
}

/** The public profiles an account's ads may appear under: its own first, also where the platform lists it no more. */
export function listProfiles({ profile_id, profile_name, profiles }: AccountRow): PublicProfile[] {
  if (profile_id === null) return profiles;
  const own = profiles.find(({ id }) => id === profile_id) ?? {
    id: profile_id,
    name: profile_name ?? profile_id,
  };
  return [own, ...profiles.filter(({ id }) => id !== profile_id)];
}

/** `now` is the system time, which token expiry uses. */
export function presentAccount(row: AccountRow, now: Date): AdAccountAnswer {
  return {
    id: row.id,
    platform: row.platform,
    name: row.name,
    organization_name: row.organization_name,
    platform_account_id: row.platform_account_id,
    currency: row.currency,
    time_zone: row.time_zone,
    profile_id: row.profile_id,
    profile_name: row.profile_name,
    profiles: listProfiles(row),
    status: row.status,
    lost_reason: row.lost_reason,
    issue: row.issue,
    has_pixel: row.pixel_id !== null,
    access_expires_soon: expiresSoon(row, now),
    access_expires_at: row.access_expires_at?.toISOString() ?? null,
    linked_at: row.linked_at.toISOString(),
    checked_at: row.checked_at?.toISOString() ?? null,
  };
}
