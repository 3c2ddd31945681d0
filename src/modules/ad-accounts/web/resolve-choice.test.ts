import { describe, expect, it } from "vitest";
import type { AccessibleAccountsAnswer } from "../contract/ad-accounts.calls.ts";
import { areAccountsStandalone, findOnlyChoice, findOrganization, resolveChoice } from "./resolve-choice.ts";

type Organization = AccessibleAccountsAnswer["organizations"][number];
const account = (id: string, problem: Organization["ad_accounts"][number]["problem"] = null) => ({
  id,
  name: id,
  currency: "SAR",
  time_zone: "Asia/Riyadh",
  problem,
});
const organization = (id: string, change: Partial<Organization> = {}): Organization => ({
  id,
  name: id,
  problem: null,
  ad_accounts: [account(`${id}-1`)],
  profiles: [{ id: `${id}-p`, name: "P" }],
  ...change,
});
const accessibleAccounts = (...organizations: Organization[]): AccessibleAccountsAnswer => ({
  connection_id: "con_1",
  platform: "snapchat",
  problem: null,
  organizations,
});

describe("the preselection", () => {
  it("is the first account that can be linked, in whichever organisation", () => {
    const chosen = resolveChoice(
      accessibleAccounts(
        organization("a", { ad_accounts: [account("a-1", "account_disabled")] }),
        organization("b", { ad_accounts: [account("b-1", "linked_elsewhere"), account("b-2")] }),
      ),
      {},
    );
    expect([chosen.organization?.id, chosen.account?.id, chosen.profile?.id, chosen.obstacle]).toEqual([
      "b",
      "b-2",
      "b-p",
      null,
    ]);
  });

  it("follows the merchant's own choice, and names what prevents linking it", () => {
    const both = accessibleAccounts(
      organization("a"),
      organization("b", { problem: "no_public_profile", profiles: [] }),
    );
    expect(resolveChoice(both, { organizationId: "b" }).obstacle).toBe("no_public_profile");
    expect(resolveChoice(both, { organizationId: "a" }).obstacle).toBeNull();
  });

  it("is never an account that cannot be linked, though the merchant chose it", () => {
    const one = accessibleAccounts(
      organization("a", { ad_accounts: [account("a-1", "currency_not_supported")] }),
    );
    expect(resolveChoice(one, { accountId: "a-1" })).toMatchObject({
      account: undefined,
      obstacle: "nothing_usable",
    });
  });

  it("is nothing when the platform has no ad account for them", () => {
    expect(resolveChoice({ ...accessibleAccounts(), problem: "no_ad_account" }, {}).obstacle).toBe(
      "no_ad_account",
    );
    expect(resolveChoice(accessibleAccounts(organization("a", { ad_accounts: [] })), {}).obstacle).toBe(
      "no_ad_account",
    );
  });

  it("names the lack of a usable account before a missing profile", () => {
    const disabled = [account("a-1", "account_disabled")];
    const one = accessibleAccounts(
      organization("a", { ad_accounts: disabled, problem: "no_public_profile", profiles: [] }),
    );
    expect(resolveChoice(one, {}).obstacle).toBe("nothing_usable");
  });
});

describe("a platform without organisations", () => {
  it("offers its ad accounts themselves, each an organisation of one", () => {
    const alone = accessibleAccounts(
      organization("a", { name: "a-1", ad_accounts: [account("a-1")] }),
      organization("b", { name: "b-1", ad_accounts: [account("b-1")] }),
    );
    expect(areAccountsStandalone(alone)).toBe(true);
    expect(findOrganization(alone, "b-1")?.id).toBe("b");
    expect(areAccountsStandalone(accessibleAccounts(organization("a")))).toBe(false);
  });
});

describe("what there is nothing to choose about", () => {
  it("is the only account with its only public profile", () =>
    expect(findOnlyChoice(accessibleAccounts(organization("a")))).toEqual({
      connection_id: "con_1",
      organization_id: "a",
      ad_account_id: "a-1",
      profile_id: "a-p",
    }));

  it("may have no public profile, where the platform needs none", () =>
    expect(findOnlyChoice(accessibleAccounts(organization("a", { profiles: [] })))?.profile_id).toBeNull());

  it.each<[string, Partial<Organization>]>([
    ["there are two accounts", { ad_accounts: [account("a-1"), account("a-2")] }],
    [
      "another account cannot be linked, and says why",
      { ad_accounts: [account("a-1"), account("a-2", "no_funding")] },
    ],
    [
      "there are two public profiles",
      {
        profiles: [
          { id: "p", name: "P" },
          { id: "q", name: "Q" },
        ],
      },
    ],
    ["it is billed in another currency", { ad_accounts: [{ ...account("a-1"), currency: "USD" }] }],
    ["something prevents linking it", { problem: "no_public_profile", profiles: [] }],
    ["there is no account", { ad_accounts: [] }],
  ])("is nothing where %s", (_, change) =>
    expect(findOnlyChoice(accessibleAccounts(organization("a", change)))).toBeNull(),
  );

  it("is nothing where two organisations have accounts", () =>
    expect(findOnlyChoice(accessibleAccounts(organization("a"), organization("b")))).toBeNull());
});
