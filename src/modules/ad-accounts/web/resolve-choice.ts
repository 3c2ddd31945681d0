import type { AccessibleAccountsAnswer } from "../contract/ad-accounts.calls.ts";

type Organization = AccessibleAccountsAnswer["organizations"][number];

/** The merchant's choices so far; what they have not chosen is preselected while only one choice is possible. */
export type Picked = { organizationId?: string; accountId?: string; profileId?: string };

export type ResolvedChoice = {
  organization: Organization | undefined;
  account: Organization["ad_accounts"][number] | undefined;
  profile: Organization["profiles"][number] | undefined;
  /** Message key of what prevents linking; null when nothing does. */
  obstacle: "no_ad_account" | "no_public_profile" | "nothing_usable" | null;
};

/** Starts with the first organisation in which an account can be linked. */
export function resolveChoice(accessibleAccounts: AccessibleAccountsAnswer, picked: Picked): ResolvedChoice {
  const usable = (organization: Organization) =>
    organization.problem === null && organization.ad_accounts.some(({ problem }) => problem === null);
  const organization =
    accessibleAccounts.organizations.find(({ id }) => id === picked.organizationId) ??
    accessibleAccounts.organizations.find(usable) ??
    accessibleAccounts.organizations.find(({ ad_accounts }) => ad_accounts.length > 0);
  const linkable = organization?.ad_accounts.filter(({ problem }) => problem === null) ?? [];
  const account = linkable.find(({ id }) => id === picked.accountId) ?? linkable[0];
  const profile =
    organization?.profiles.find(({ id }) => id === picked.profileId) ?? organization?.profiles[0];
  return {
    organization,
    account,
    profile,
    obstacle: computeObstacle(accessibleAccounts, organization, account),
  };
}

function computeObstacle(
  accessibleAccounts: AccessibleAccountsAnswer,
  organization: Organization | undefined,
  account: ResolvedChoice["account"],
): ResolvedChoice["obstacle"] {
  if (accessibleAccounts.problem || !organization || organization.ad_accounts.length === 0)
    return "no_ad_account";
  return account ? organization.problem : "nothing_usable";
}

/** Whether the platform has no organisations: each ad account is its own, and choosing one is choosing both. */
export function areAccountsStandalone({ organizations }: AccessibleAccountsAnswer): boolean {
  return organizations.every(
    ({ name, ad_accounts: [first, ...more] }) => first?.name === name && more.length === 0,
  );
}

/** The organisation of an accessible ad account. */
export function findOrganization(
  { organizations }: AccessibleAccountsAnswer,
  accountId: string,
): Organization | undefined {
  return organizations.find(({ ad_accounts }) => ad_accounts.some(({ id }) => id === accountId));
}

export type LinkChoice = {
  connection_id: string;
  organization_id: string;
  ad_account_id: string;
  profile_id: string | null;
};

/**
 * What there is nothing to choose about: the only account that can be linked, with at most one public profile. Null where
 * the merchant has a choice, or something to read first: what prevents linking, or another currency than the riyal.
 */
export function findOnlyChoice(accessibleAccounts: AccessibleAccountsAnswer): LinkChoice | null {
  const { organizations } = accessibleAccounts;
  const accounts = organizations.flatMap(({ ad_accounts }) => ad_accounts);
  const { organization, account, profile, obstacle } = resolveChoice(accessibleAccounts, {});
  if (!organization || !account || obstacle || accounts.length > 1 || organization.profiles.length > 1)
    return null;
  if (account.currency !== "SAR") return null;
  return toLinkChoice(accessibleAccounts, { organization, account, profile });
}

export const toLinkChoice = (
  { connection_id }: AccessibleAccountsAnswer,
  chosen: { organization: Organization; account: { id: string }; profile: { id: string } | undefined },
): LinkChoice => ({
  connection_id,
  organization_id: chosen.organization.id,
  ad_account_id: chosen.account.id,
  profile_id: chosen.profile?.id ?? null,
});
