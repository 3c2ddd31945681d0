import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import type { AccountRow } from "./ad-accounts.store.ts";

export function presentAccount(row: AccountRow): AdAccountAnswer {
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
    linked_at: row.linked_at.toISOString(),
    checked_at: row.checked_at?.toISOString() ?? null,
  };
}
