import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { permissionWarningDays } from "../contract/words.ts";
import type { AccountRow } from "./ad-accounts.store.ts";

const dayMs = 86_400_000;

/** True in the last days of a linked account's permission that only the merchant can renew. */
export function endsSoon({ status, permission_ends_at }: AccountRow, now: Date): boolean {
  if (status !== "linked" || permission_ends_at === null) return false;
  return permission_ends_at.getTime() <= now.getTime() + permissionWarningDays * dayMs;
}

/** `now` is the machine's time, which permissions live by. */
export function presentAccount(row: AccountRow, now: Date): AdAccountAnswer {
  return {
    id: row.id,
    platform: row.platform,
    name: row.name,
    organization_name: row.organization_name,
    platform_account_id: row.platform_account_id,
    currency: row.currency,
    time_zone: row.time_zone,
    profile_name: row.profile_name,
    status: row.status,
    lost_reason: row.lost_reason,
    trouble: row.trouble,
    has_pixel: row.pixel_id !== null,
    permission_ends_soon: endsSoon(row, now),
    permission_ends_at: row.permission_ends_at?.toISOString() ?? null,
    linked_at: row.linked_at.toISOString(),
    checked_at: row.checked_at?.toISOString() ?? null,
  };
}
