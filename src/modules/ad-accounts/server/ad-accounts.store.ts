import { recordAudit } from "#base/server/audit.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { AccountIssue, LinkStatus, LostReason } from "../contract/enums.ts";
import type { Platform } from "../contract/platforms.ts";
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
  merchant_id: string;
  platform: Platform;
  status: "open" | "in_use" | "lost" | "forgotten";
  accessibleAccounts: AccessibleOrganization[];
};

/** What a read of the merchant's rows needs of a context. */
type Reader = Pick<ReadContext, "db" | "actor">;

export function findAccount({ db, actor }: Reader, adAccountId: string): Promise<AccountRow | undefined> {
  return db.maybeOne<AccountRow>(sql`
    select ${accountColumns} from ad_accounts.accounts
    where id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
}

export function listAccounts({ db, actor }: Reader): Promise<AccountRow[]> {
  return db.many<AccountRow>(sql`
    select ${accountColumns} from ad_accounts.accounts where merchant_id = ${actor.merchantId}
    order by linked_at desc, id desc`);
}

export function findConnection(
  { db, actor }: Reader,
  connectionId: string,
): Promise<ConnectionRow | undefined> {
  return db.maybeOne<ConnectionRow>(sql`
    select id, merchant_id, platform, status, accessible_accounts as "accessibleAccounts" from ad_accounts.connections
    where id = ${connectionId} and merchant_id = ${actor.merchantId}`);
}

/** Deletes the tokens of a connection that no linked or lost account uses any more. */
export async function discardUnusedTokens({ tx, actor }: Context, connectionId: string): Promise<void> {
  await tx.run(sql`
    update ad_accounts.connections set status = 'forgotten', access_token_sealed = null, refresh_token_sealed = null,
      renewing_until = null
    where id = ${connectionId} and merchant_id = ${actor.merchantId} and status in ('open', 'in_use')
      and not exists (
        select 1 from ad_accounts.accounts where connection_id = ${connectionId} and status <> 'unlinked')`);
}

/** The platform refuses our access: the tokens are deleted, and every account of this connection is lost. */
export async function markConnectionLost(
  ctx: Context,
  { connectionId, lostAt }: { connectionId: string; lostAt: Date },
): Promise<void> {
  await ctx.tx.run(sql`
    update ad_accounts.connections set status = 'lost', access_token_sealed = null, refresh_token_sealed = null,
      renewing_until = null
    where id = ${connectionId} and merchant_id = ${ctx.actor.merchantId} and status in ('open', 'in_use')`);
  await markAccountsLost(ctx, sql`connection_id = ${connectionId}`, "access_revoked", lostAt);
}

export function markAccountLost(
  ctx: Context,
  { adAccountId, reason, lostAt }: { adAccountId: string; reason: LostReason; lostAt: Date },
): Promise<void> {
  return markAccountsLost(ctx, sql`id = ${adAccountId}`, reason, lostAt);
}

async function markAccountsLost(
  ctx: Context,
  which: ReturnType<typeof sql>,
  reason: LostReason,
  lostAt: Date,
): Promise<void> {
  const { merchantId } = ctx.actor;
  const lost = await ctx.tx.many<{ id: string }>(sql`
    update ad_accounts.accounts set status = 'lost', lost_reason = ${reason}, lost_at = ${lostAt}
    where ${which} and merchant_id = ${merchantId} and status = 'linked' returning id`);
  for (const { id } of lost) {
    await recordAudit(ctx, {
      module: "ad-accounts",
      action: "ad_account.connection_lost",
      subject: id,
      before: { status: "linked" },
      after: { status: "lost", lost_reason: reason },
    });
    await ctx.tx.publish({
      name: "ad_account.connection_lost",
      merchant_id: merchantId,
      ad_account_id: id,
      reason,
    });
  }
}
