import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { violatesConstraint } from "#base/server/db/db.ts";
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
  type ConnectionRow,
  discardUnusedTokens,
  lockKnownAccount,
  markConnectionUsed,
  upsertAccount,
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
  const isOpen = await markConnectionUsed(ctx, connection.id);
  if (!isOpen) return adAccountsRefusals.refuse("ad_accounts.connection_over");
  const { platform } = connection;
  const known = await lockKnownAccount(ctx, { platform, platform_account_id: link.choice.account.id });
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
  ctx: Context,
  { connection, choice: { organization, account, profile }, pixelId, linkedAt }: Link,
): Promise<AccountRow> {
  return upsertAccount(ctx, {
    id: newId("aac"),
    platform: connection.platform,
    connection_id: connection.id,
    platform_account_id: account.id,
    organization_id: organization.id,
    organization_name: organization.name,
    name: account.name,
    currency: account.currency,
    time_zone: account.timeZone,
    profile_id: profile?.id ?? null,
    profile_name: profile?.name ?? null,
    profiles: [...organization.profiles],
    pixel_id: pixelId,
    linked_at: linkedAt,
  });
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
