import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql, violatesConstraint } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { type Problem, refuseAll } from "#base/shared/refusals.ts";
import type { AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { adAccountsRefusals } from "../contract/ad-accounts.refusals.ts";
import { getCapabilities } from "../contract/capabilities.ts";
import type { AccountProblem } from "../contract/enums.ts";
import { computeProblem, loadOpenConnection, refuseWhenExpired } from "./accessible-accounts.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { presentAccount } from "./ad-accounts.present.ts";
import {
  type AccountRow,
  accountColumns,
  type ConnectionRow,
  discardUnusedTokens,
} from "./ad-accounts.store.ts";
import type { AccessibleAdAccount, AccessibleOrganization } from "./ad-platform.port.ts";

type Deps = Pick<AdAccountsDeps, "systemClock" | "platforms" | "tokenManager">;
type LinkInput = {
  connectionId: string;
  /** The platform's own ids. */
  organizationId: string;
  platformAccountId: string;
  profileId: string | null;
};
type Choice = {
  organization: AccessibleOrganization;
  account: AccessibleAdAccount;
  profile: { id: string; name: string } | null;
};

/**
 * Links the chosen account. The same account again is the same row, with all its data; linking it again changes its
 * profile. Refuses an account that is not accessible, is billed in an unsupported currency, or is held by another
 * merchant.
 */
export const linkAdAccount =
  ({ tokenManager, platforms, systemClock }: Deps) =>
  async (ctx: ReadContext, input: LinkInput): Promise<AdAccountAnswer> => {
    const connection = await loadOpenConnection(ctx, input);
    const choice = resolveChoice(connection, ctx.actor.merchantId, input);
    const { platform: name } = connection;
    const platform = platforms[name];
    if (!platform) return adAccountsRefusals.refuse("ad_accounts.platform_not_available", { platform: name });
    const pixelId = await tokenManager
      .withToken(connection, (token) =>
        platform.findPixel(token, {
          organizationId: choice.organization.id,
          adAccountId: choice.account.id,
        }),
      )
      .catch(refuseWhenExpired);
    try {
      const linkedAt = systemClock.now();
      const linked = await transact(ctx, (ctx) => saveLink(ctx, { connection, choice, pixelId, linkedAt }));
      return presentAccount(linked, systemClock.now());
    } catch (error) {
      if (violatesConstraint(error, "accounts_held_once"))
        return adAccountsRefusals.refuse("ad_accounts.linked_elsewhere", {}, "ad_account_id");
      throw error;
    }
  };

function resolveChoice(
  { accessibleAccounts, platform }: ConnectionRow,
  merchantId: string,
  input: LinkInput,
): Choice {
  if (accessibleAccounts.every(({ adAccounts }) => adAccounts.length === 0))
    return adAccountsRefusals.refuse("ad_accounts.no_ad_account", { platform }, "ad_account_id");
  const organization = accessibleAccounts.find(({ id }) => id === input.organizationId);
  const account = organization?.adAccounts.find(({ id }) => id === input.platformAccountId);
  if (!organization || !account)
    return adAccountsRefusals.refuse("ad_accounts.choice_not_offered", {}, "ad_account_id");
  const profile = organization.profiles.find(({ id }) => id === input.profileId) ?? null;
  const needsProfile = input.profileId !== null || getCapabilities(platform)?.needsProfile === true;
  // The database's unique constraint decides who holds the account.
  const problem = computeProblem(account, undefined, merchantId);
  refuseAll(
    [
      ...(problem && problem !== "linked_already"
        ? [toAccountProblem(problem, account.currency, platform)]
        : []),
      ...(needsProfile && profile === null ? [toProfileProblem(organization, platform)] : []),
    ],
    adAccountsRefusals.table,
  );
  return { organization, account, profile };
}

type LinkProblem = Problem<keyof typeof adAccountsRefusals.table>;

const toAccountProblem = (
  problem: Exclude<AccountProblem, "linked_already">,
  currency: string,
  platform: ConnectionRow["platform"],
): LinkProblem => ({
  code: `ad_accounts.${problem}`,
  params: { currency, platform },
  field: "ad_account_id",
});

const toProfileProblem = (
  { profiles }: AccessibleOrganization,
  platform: ConnectionRow["platform"],
): LinkProblem =>
  profiles.length === 0
    ? { code: "ad_accounts.no_public_profile", params: { platform }, field: "profile_id" }
    : { code: "ad_accounts.choice_not_offered", params: {}, field: "profile_id" };

type Link = {
  connection: ConnectionRow;
  choice: Choice;
  pixelId: string | null;
  /** System time. */
  linkedAt: Date;
};
type KnownAccount = Pick<AccountRow, "connection_id" | "status" | "profile_id">;

async function saveLink(ctx: Context, link: Link): Promise<AccountRow> {
  const { tx, actor } = ctx;
  const { connection } = link;
  const { merchantId } = actor;
  const isOpen = await tx.run(sql`
    update ad_accounts.connections set status = 'in_use'
    where id = ${connection.id} and merchant_id = ${merchantId} and status in ('open', 'in_use')`);
  if (!isOpen) return adAccountsRefusals.refuse("ad_accounts.connection_over");
  const known = await tx.maybeOne<KnownAccount>(sql`
    select connection_id, status, profile_id from ad_accounts.accounts where merchant_id = ${merchantId}
      and platform = ${connection.platform} and platform_account_id = ${link.choice.account.id} for update`);
  const linked = await saveAccount(ctx, link);
  if (known && known.connection_id !== connection.id) await discardUnusedTokens(ctx, known.connection_id);
  await recordAudit(ctx, {
    module: "ad-accounts",
    action: "ad_account.linked",
    subject: linked.id,
    ...describeChange(known, linked),
  });
  await tx.publish({ name: "ad_account.linked", merchant_id: merchantId, ad_account_id: linked.id });
  return linked;
}

/** A new row, or the one this merchant had before. */
function saveAccount(
  { tx, actor }: Context,
  { connection, choice: { organization, account, profile }, pixelId, linkedAt }: Link,
): Promise<AccountRow> {
  return tx.one<AccountRow>(sql`
    insert into ad_accounts.accounts (id, merchant_id, platform, connection_id, platform_account_id, organization_id,
      organization_name, name, currency, time_zone, profile_id, profile_name, pixel_id, status, linked_at, checked_at)
    values (${newId("aac")}, ${actor.merchantId}, ${connection.platform}, ${connection.id}, ${account.id},
      ${organization.id}, ${organization.name}, ${account.name}, ${account.currency}, ${account.timeZone},
      ${profile?.id ?? null}, ${profile?.name ?? null}, ${pixelId}, 'linked', ${linkedAt}, ${linkedAt})
    on conflict (merchant_id, platform, platform_account_id) do update set connection_id = excluded.connection_id,
      organization_id = excluded.organization_id, organization_name = excluded.organization_name, name = excluded.name,
      currency = excluded.currency, time_zone = excluded.time_zone, profile_id = excluded.profile_id,
      profile_name = excluded.profile_name, pixel_id = excluded.pixel_id, status = 'linked', lost_reason = null,
      lost_at = null, unlinked_at = null, issue = null, linked_at = excluded.linked_at,
      checked_at = excluded.checked_at
    returning ${accountColumns}`);
}

/** For the audit log: a new account as it is, a known one by its status and, where it changed, its profile. */
function describeChange(known: KnownAccount | undefined, linked: AccountRow) {
  const { status, platform, platform_account_id, name, profile_id } = linked;
  if (!known) return { after: { status, platform, platform_account_id, name, profile_id } };
  if (known.profile_id === profile_id) return { before: { status: known.status }, after: { status } };
  return {
    before: { status: known.status, profile_id: known.profile_id },
    after: { status, profile_id },
  };
}
