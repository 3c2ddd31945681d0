import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { OAuthPlatform } from "#modules/stores/contract/platform-table.ts";
import type { Merchant } from "./merchant.ts";

/** Goes through the vendors' consent pages over HTTP: each page is read, answered, and its redirect followed. */
type AuthorizationDecision = { choice?: string; decision?: "allow" | "deny" };

/** Answers a vendor's page, with its first choice by default. Returns the product's page it led to. */
async function authorize(
  { token }: Merchant,
  authorizationUrl: string,
  { choice, decision = "allow" }: AuthorizationDecision,
): Promise<URL> {
  const page = await (await fetch(authorizationUrl)).text();
  const fields = new URLSearchParams({ decision });
  for (const [, name = "", value = ""] of page.matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
  )) {
    fields.append(name, unescapeHtml(value));
  }
  const [, first = ""] = /<input type="radio" name="choice" value="([^"]*)"/.exec(page) ?? [];
  fields.append("choice", choice ?? unescapeHtml(first));
  const action =
    unescapeHtml(/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? "") || authorizationUrl;
  const answered = await fetch(action, { method: "POST", body: fields, redirect: "manual" });
  const back = answered.headers.get("location") ?? "";
  const returned = await fetch(back, { redirect: "manual", headers: { authorization: `Bearer ${token}` } });
  return new URL(returned.headers.get("location") ?? "", back);
}

const unescapeHtml = (html: string) => html.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

export type TestStore = { id: string; link: string; name: string; type: string };

/**
 * A store: its platform, the choice on the consent page ("new:dates" creates a shop), its address where one is
 * required.
 */
type StoreOptions = { platform?: OAuthPlatform; choice?: string; address?: string };

/** Connects a store. Throws when none was connected by it. */
export async function connectStore(
  merchant: Merchant,
  { platform = "salla", choice = "new:dates", address }: StoreOptions = {},
): Promise<TestStore> {
  const { authorization_url } = await merchant.call<{ authorization_url: string }>(
    "POST Clients/Stores/connect",
    {
      body: { platform, ...(address ? { address } : {}) },
    },
  );
  const landed = await authorize(merchant, authorization_url, { choice });
  const { stores } = await merchant.call<{ stores: TestStore[] }>("GET Clients/Stores/index");
  const store = stores.find(({ type }) => type === platform);
  if (!store) throw new Error(`no store was connected: ${landed.search}`);
  return store;
}

/**
 * Goes to a platform's consent page as one of its test people ("fresh": a new person) and returns the page it led to.
 */
async function authorizePlatform(
  merchant: Merchant,
  platform: Platform,
  answer: AuthorizationDecision,
): Promise<URL> {
  const { authorization_url } = await merchant.call<{ authorization_url: string }>(
    "POST Clients/AdAccounts/connect",
    {
      body: { platform },
    },
  );
  return authorize(merchant, authorization_url, answer);
}

/** Links the first ad account of a person with one of their own. */
export async function linkAdAccount(
  merchant: Merchant,
  platform: Platform = "snapchat",
  choice = "fresh",
): Promise<{ id: string }> {
  const landed = await authorizePlatform(merchant, platform, { choice });
  const connectionId = landed.searchParams.get("connection") ?? "";
  type Organization = { id: string; ad_accounts: { id: string }[]; profiles: { id: string }[] };
  const { organizations } = await merchant.call<{ organizations: Organization[] }>(
    `GET Clients/AdAccounts/offers/${connectionId}`,
  );
  const [organization] = organizations;
  return merchant.call<{ id: string }>("POST Clients/AdAccounts/link", {
    body: {
      connection_id: connectionId,
      organization_id: organization?.id,
      ad_account_id: organization?.ad_accounts[0]?.id,
      profile_id: organization?.profiles[0]?.id ?? null,
    },
  });
}
