import { z } from "zod";
import { defineCalls, instant } from "#base/shared/contract.ts";
import { accountIssues, accountProblems, linkStatuses, lostReasons, returnPaths } from "./enums.ts";
import { platforms } from "./platforms.ts";

const id = z.string().min(1).max(60);
const platformsId = z.string().min(1).max(100);

export const adAccountSchema = z.object({
  id,
  platform: z.enum(platforms),
  name: z.string(),
  organization_name: z.string(),
  /** The platform's own id of the account, as its screens show it. */
  platform_account_id: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  /** The public profile that ads appear under unless they name another; null where the platform needs none. */
  profile_id: z.string().nullable(),
  profile_name: z.string().nullable(),
  /** All public profiles its ads may appear under, this one first. */
  profiles: z.array(z.object({ id: z.string(), name: z.string() })),
  status: z.enum(linkStatuses),
  lost_reason: z.enum(lostReasons).nullable(),
  issue: z.enum(accountIssues).nullable(),
  /** It has a conversion pixel: purchases are measured, and bids may optimise for them. */
  has_pixel: z.boolean(),
  /** When our access expires, on platforms where only the merchant can renew it; null where it renews itself. */
  access_expires_at: instant.nullable(),
  /** Access expires soon: the merchant should link again now. */
  access_expires_soon: z.boolean(),
  linked_at: instant,
  checked_at: instant.nullable(),
});
export type AdAccountAnswer = z.output<typeof adAccountSchema>;

export const accessibleAccountsSchema = z.object({
  connection_id: id,
  platform: z.enum(platforms),
  /** No ad account anywhere: there is nothing to choose from. */
  problem: z.literal("no_ad_account").nullable(),
  organizations: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      /** It has accounts, but ads need a public profile and there is none. */
      problem: z.literal("no_public_profile").nullable(),
      ad_accounts: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          currency: z.string(),
          time_zone: z.string(),
          problem: z.enum(accountProblems).nullable(),
        }),
      ),
      profiles: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  ),
});
export type AccessibleAccountsAnswer = z.output<typeof accessibleAccountsSchema>;

const reading = { subject: "ad_account", action: "read" } as const;
const managing = { subject: "ad_account", action: "manage" } as const;
const returnTo = z.enum(returnPaths).default("/link-ad-accounts/connect-platform");

export const adAccountsCalls = defineCalls({
  "POST Clients/AdAccounts/connect": {
    summary: "Starts linking: returns the platform's consent page, valid for ten minutes in this browser",
    access: managing,
    body: z.object({ platform: z.enum(platforms), return_to: returnTo }),
    answer: z.object({ authorization_url: z.string() }),
    refusals: ["ad_accounts.platform_not_available", "ad_accounts.too_many_connects"],
  },
  "POST Clients/AdAccounts/reconnect": {
    summary: "Starts reconnecting a lost or ended link: the same account comes back with all its data",
    access: managing,
    body: z.object({ ad_account_id: id, return_to: returnTo }),
    answer: z.object({ authorization_url: z.string() }),
    refusals: ["ad_accounts.platform_not_available", "ad_accounts.too_many_connects"],
  },
  "GET Clients/AdAccounts/offers/{connection_id}": {
    summary: "The accounts that may be chosen after the consent page, and why some may not",
    access: managing,
    params: z.object({ connection_id: id }),
    answer: accessibleAccountsSchema,
    refusals: ["ad_accounts.connection_over"],
  },
  "POST Clients/AdAccounts/refresh-offers": {
    summary: "Lists the accessible accounts again, after the merchant changed something at the platform",
    access: managing,
    body: z.object({ connection_id: id }),
    answer: accessibleAccountsSchema,
    refusals: ["ad_accounts.connection_over"],
  },
  "POST Clients/AdAccounts/link": {
    summary: "Links the chosen ad account, with the public profile its ads appear under",
    access: managing,
    body: z.object({
      connection_id: id,
      organization_id: platformsId,
      ad_account_id: platformsId,
      profile_id: platformsId.nullable().default(null),
    }),
    answer: adAccountSchema,
    refusals: [
      "ad_accounts.connection_over",
      "ad_accounts.choice_not_offered",
      "ad_accounts.no_ad_account",
      "ad_accounts.no_public_profile",
      "ad_accounts.no_funding",
      "ad_accounts.currency_not_supported",
      "ad_accounts.account_disabled",
      "ad_accounts.role_not_enough",
      "ad_accounts.linked_elsewhere",
    ],
  },
  "GET Clients/AdAccounts/index": {
    summary: "The merchant's ad accounts, newest link first, and the platforms that can be linked",
    access: reading,
    answer: z.object({
      ad_accounts: z.array(adAccountSchema),
      platforms: z.array(z.object({ platform: z.enum(platforms), is_available: z.boolean() })),
    }),
  },
  "POST Clients/AdAccounts/check": {
    summary: "Checks at the platform whether we still have access to the account, and its problem",
    access: managing,
    body: z.object({ ad_account_id: id }),
    answer: adAccountSchema,
    refusals: ["ad_accounts.not_linked"],
  },
  "POST Clients/AdAccounts/disconnect": {
    summary: "Ends the link and deletes our tokens; its campaigns must be paused first",
    access: managing,
    body: z.object({ ad_account_id: id }),
    answer: adAccountSchema,
    refusals: ["ad_accounts.campaigns_running"],
  },
});
export type AdAccountsCalls = typeof adAccountsCalls;
