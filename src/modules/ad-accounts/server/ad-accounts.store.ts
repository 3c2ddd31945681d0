import { recordAudit } from "#base/server/audit.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { LostReason } from "../contract/enums.ts";
import type { AccessibleOrganization } from "./ad-platform.port.ts";

export type PublicProfile = AccessibleOrganization["profiles"][number];

/** `access_expires_at` is set for valid access that only the merchant can renew. */
export type AccountRow = Omit<Row<"ad_accounts.accounts">, "lost_at" | "unlinked_at" | "profiles"> & {
  /** What the platform listed last; `profile_id` may be missing among them. */
  profiles: PublicProfile[];
  access_expires_at: Date | null;
};

const accountColumns = sql`id, merchant_id, platform, connection_id, platform_account_id, organization_id,
  organization_name, name, currency, time_zone, profile_id, profile_name, profiles, pixel_id, status, lost_reason, issue,
  linked_at, checked_at,
  (select access_expires_at from ad_accounts.connections c where c.id = accounts.connection_id
    and c.status in ('open', 'in_use') and c.refresh_token_sealed is null) as access_expires_at`;

export type ConnectionRow = Row<"ad_accounts.connections", "id" | "merchant_id" | "platform" | "status"> & {
  accessibleAccounts: AccessibleOrganization[];
};

/** What a read of the merchant's rows needs of a context. */
type Reader = Pick<ReadContext, "db" | "actor">;

export function findAccount({ db, actor }: Reader, adAccountId: string): Promise<AccountRow | undefined> {
  return db.maybeOne<AccountRow>(sql`
    select ${accountColumns} from ad_accounts.accounts
    where id = ${adAccountId} and merchant_id = ${actor.merchantId}`);
}

/** The account, locked; another merchant's is not found. */
export async function lockAccount({ tx, actor }: Context, adAccountId: string): Promise<AccountRow> {
  const account = await tx.maybeOne<AccountRow>(sql`
    select ${accountColumns} from ad_accounts.accounts
    where id = ${adAccountId} and merchant_id = ${actor.merchantId} for update`);
  return account ?? baseRefusals.refuse("base.not_found");
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

/** The merchant's row of a platform's account, locked; undefined when they never linked it. */
export function lockKnownAccount(
  { tx, actor }: Context,
  { platform, platform_account_id }: Pick<AccountRow, "platform" | "platform_account_id">,
): Promise<Row<"ad_accounts.accounts", "connection_id" | "status" | "profile_id"> | undefined> {
  return tx.maybeOne(sql`
    select connection_id, status, profile_id from ad_accounts.accounts where merchant_id = ${actor.merchantId}
      and platform = ${platform} and platform_account_id = ${platform_account_id} for update`);
}

export type LinkedAccount = Omit<
  AccountRow,
  "merchant_id" | "status" | "lost_reason" | "issue" | "access_expires_at" | "checked_at" | "currency"
> & { currency: string };

/** Links an account: a new row, or the one this merchant had before. */
export function upsertAccount({ tx, actor }: Context, account: LinkedAccount): Promise<AccountRow> {
  return tx.one<AccountRow>(sql`
    insert into ad_accounts.accounts (id, merchant_id, platform, connection_id, platform_account_id, organization_id,
      organization_name, name, currency, time_zone, profile_id, profile_name, profiles, pixel_id, status, linked_at,
      checked_at)
    values (${account.id}, ${actor.merchantId}, ${account.platform}, ${account.connection_id},
      ${account.platform_account_id}, ${account.organization_id}, ${account.organization_name}, ${account.name},
      ${account.currency}, ${account.time_zone}, ${account.profile_id}, ${account.profile_name},
      ${JSON.stringify(account.profiles)}, ${account.pixel_id}, 'linked', ${account.linked_at}, ${account.linked_at})
    on conflict (merchant_id, platform, platform_account_id) do update set connection_id = excluded.connection_id,
      organization_id = excluded.organization_id, organization_name = excluded.organization_name, name = excluded.name,
      currency = excluded.currency, time_zone = excluded.time_zone, profile_id = excluded.profile_id,
      profile_name = excluded.profile_name, profiles = excluded.profiles, pixel_id = excluded.pixel_id, status = 'linked', lost_reason = null,
      lost_at = null, unlinked_at = null, issue = null, linked_at = excluded.linked_at,
      checked_at = excluded.checked_at
    returning ${accountColumns}`);
}

/** What the platform says of a linked account. */
export async function saveReported(
  { tx, actor }: Context,
  {
    id,
    ...reported
  }: Pick<
    AccountRow,
    "id" | "name" | "organization_name" | "profile_name" | "profiles" | "pixel_id" | "issue" | "checked_at"
  >,
): Promise<void> {
  await tx.run(sql`
    update ad_accounts.accounts set name = ${reported.name}, organization_name = ${reported.organization_name},
      profile_name = ${reported.profile_name}, profiles = ${JSON.stringify(reported.profiles)}, pixel_id = ${reported.pixel_id}, issue = ${reported.issue},
      checked_at = ${reported.checked_at}
    where id = ${id} and merchant_id = ${actor.merchantId} and status = 'linked'`);
}

export function markAccountUnlinked(
  { tx, actor }: Context,
  { adAccountId, unlinkedAt }: { adAccountId: string; unlinkedAt: Date },
): Promise<AccountRow> {
  return tx.one<AccountRow>(sql`
    update ad_accounts.accounts set status = 'unlinked', unlinked_at = ${unlinkedAt}, lost_reason = null,
      lost_at = null, issue = null
    where id = ${adAccountId} and merchant_id = ${actor.merchantId} returning ${accountColumns}`);
}

type NewConnection = Pick<
  Row<"ad_accounts.connections">,
  "id" | "platform" | "refresh_token_sealed" | "access_expires_at" | "issued_at" | "scopes"
> & { access_token_sealed: string; accessibleAccounts: AccessibleOrganization[]; createdAt: Date };

/** A connection with the accounts its tokens give access to, before one is chosen. */
export async function insertConnection(
  { tx, actor }: Context,
  { accessibleAccounts, createdAt, ...row }: NewConnection,
): Promise<void> {
  await tx.run(sql`
    insert into ad_accounts.connections (id, merchant_id, platform, status, access_token_sealed,
      refresh_token_sealed, access_expires_at, issued_at, scopes, accessible_accounts, accounts_listed_at, created_at)
    values (${row.id}, ${actor.merchantId}, ${row.platform}, 'open', ${row.access_token_sealed},
      ${row.refresh_token_sealed}, ${row.access_expires_at}, ${row.issued_at}, ${row.scopes},
      ${JSON.stringify(accessibleAccounts)}, ${createdAt}, ${createdAt})`);
}

/** An account was chosen with the connection; false when it is lost or forgotten. */
export async function markConnectionUsed({ tx, actor }: Context, connectionId: string): Promise<boolean> {
  const isOpen = await tx.run(sql`
    update ad_accounts.connections set status = 'in_use'
    where id = ${connectionId} and merchant_id = ${actor.merchantId} and status in ('open', 'in_use')`);
  return isOpen > 0;
}

/** The accounts that the platform listed for the connection. */
export async function saveAccessibleAccounts(
  { db, actor }: Reader,
  { id, accessibleAccounts }: Pick<ConnectionRow, "id" | "accessibleAccounts">,
  listedAt: Date,
): Promise<void> {
  await db.run(sql`
    update ad_accounts.connections
    set accessible_accounts = ${JSON.stringify(accessibleAccounts)}, accounts_listed_at = ${listedAt}
    where id = ${id} and merchant_id = ${actor.merchantId}`);
}

/** Deletes the tokens of connections, of all merchants, that no account was chosen with since. */
export async function forgetUnusedConnections(db: Db, { before }: { before: Date }): Promise<void> {
  await db.run(sql`
    update ad_accounts.connections set status = 'forgotten', access_token_sealed = null, refresh_token_sealed = null,
      renewing_until = null, accessible_accounts = '[]'
    where status = 'open' and created_at < ${before}`);
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
  const lost = await ctx.tx.many<Row<"ad_accounts.accounts", "id">>(sql`
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
