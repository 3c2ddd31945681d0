import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { Platform } from "../contract/platforms.ts";
import type { AccountIssue, LinkStatus, LostReason } from "../contract/words.ts";
import type { AccessibleOrganization } from "./ad-platform.port.ts";

export type AccountRow = {
  id: string;
  merchant_id: string;
  platform: Platform;
  connection_id: string;
  platform_account_id: string;
  organization_id: string;
  organization_name: string;
  name: string;
  currency: string;
  time_zone: string;
  profile_id: string | null;
  profile_name: string | null;
  pixel_id: string | null;
  status: LinkStatus;
  lost_reason: LostReason | null;
  issue: AccountIssue | null;
  /** Set for valid access that only the merchant can renew. */
  access_expires_at: Date | null;
  linked_at: Date;
  checked_at: Date | null;
};

export const accountColumns = sql`id, merchant_id, platform, connection_id, platform_account_id, organization_id,
  organization_name, name, currency, time_zone, profile_id, profile_name, pixel_id, status, lost_reason, issue,
  linked_at, checked_at,
  (select access_expires_at from ad_accounts.connections c where c.id = accounts.connection_id
    and c.status in ('open', 'in_use') and c.refresh_token_sealed is null) as access_expires_at`;

export type ConnectionRow = {
  id: string;
  platform: Platform;
  status: "open" | "in_use" | "lost" | "forgotten";
  accessibleAccounts: AccessibleOrganization[];
};

export function findAccount(db: Db, merchantId: string, id: string): Promise<AccountRow | undefined> {
  return db.maybeOne<AccountRow>(sql`
    select ${accountColumns} from ad_accounts.accounts where id = ${id} and merchant_id = ${merchantId}`);
}

export function listAccounts(db: Db, merchantId: string): Promise<AccountRow[]> {
  return db.many<AccountRow>(sql`
    select ${accountColumns} from ad_accounts.accounts where merchant_id = ${merchantId}
    order by linked_at desc, id desc`);
}

export function findConnection(db: Db, merchantId: string, id: string): Promise<ConnectionRow | undefined> {
  return db.maybeOne<ConnectionRow>(sql`
    select id, platform, status, accessible_accounts from ad_accounts.connections
    where id = ${id} and merchant_id = ${merchantId}`);
}

/** Deletes the tokens of a connection that no linked or lost account uses any more. */
export async function discardUnusedTokens(tx: Tx, connectionId: string): Promise<void> {
  await tx.run(sql`
    update ad_accounts.connections set status = 'forgotten', access_token_sealed = null, refresh_token_sealed = null,
      renewing = null, renewing_until = null
    where id = ${connectionId} and status in ('open', 'in_use') and not exists (
      select 1 from ad_accounts.accounts where connection_id = ${connectionId} and status <> 'unlinked')`);
}

/** The platform refuses our access: the tokens are deleted, and every account of this connection is lost. */
export async function markConnectionLost(tx: Tx, connectionId: string, now: Date): Promise<void> {
  await tx.run(sql`
    update ad_accounts.connections set status = 'lost', access_token_sealed = null, refresh_token_sealed = null,
      renewing = null, renewing_until = null
    where id = ${connectionId} and status in ('open', 'in_use')`);
  await markAccountsLost(tx, sql`connection_id = ${connectionId}`, "access_revoked", now);
}

export function markAccountLost(tx: Tx, id: string, reason: LostReason, now: Date): Promise<void> {
  return markAccountsLost(tx, sql`id = ${id}`, reason, now);
}

async function markAccountsLost(tx: Tx, which: ReturnType<typeof sql>, reason: LostReason, now: Date) {
  const lost = await tx.many<{ id: string; merchant_id: string }>(sql`
    update ad_accounts.accounts set status = 'lost', lost_reason = ${reason}, lost_at = ${now}
    where ${which} and status = 'linked' returning id, merchant_id`);
  for (const { id, merchant_id } of lost)
    await tx.publish({ name: "ad_account.connection_lost", merchant_id, ad_account_id: id, reason });
}
