import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import type { AccessibleAccountsAnswer, AdAccountAnswer } from "../contract/ad-accounts.calls.ts";
import { platforms } from "../contract/platforms.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { ConnectedPlatforms } from "./connected-platforms.tsx";

const anAccount = (change: Partial<AdAccountAnswer> = {}): AdAccountAnswer => ({
  id: "aac_1",
  platform: "snapchat",
  name: "نورة - الرئيسي",
  organization_name: "متجر نورة",
  platform_account_id: "x",
  currency: "SAR",
  time_zone: "Asia/Riyadh",
  profile_name: "Noura",
  status: "linked",
  lost_reason: null,
  issue: null,
  profile_id: "prf_1",
  profiles: [{ id: "prf_1", name: "Noura" }],
  has_pixel: true,
  access_expires_at: null,
  access_expires_soon: false,
  linked_at: "2026-11-21T09:00:00Z",
  checked_at: null,
  ...change,
});
const someAccessibleAccounts: AccessibleAccountsAnswer = {
  connection_id: "con_1",
  platform: "snapchat",
  problem: null,
  organizations: [
    {
      id: "org-1",
      name: "متجر نورة",
      problem: null,
      ad_accounts: [
        {
          id: "acc-usd",
          name: "Dollars",
          currency: "EUR",
          time_zone: "UTC",
          problem: "currency_not_supported",
        },
        { id: "acc-1", name: "Riyals", currency: "SAR", time_zone: "Asia/Riyadh", problem: null },
      ],
      profiles: [{ id: "prof-1", name: "Noura" }],
    },
  ],
};

let sent: { url: string; body: unknown }[];
let answers: Record<string, unknown>;
beforeEach(async () => {
  sent = [];
  answers = {};
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, body: init.body ? JSON.parse(String(init.body)) : null });
    const data = answers[url.replace("/Clients/AdAccounts/", "")];
    return new Response(JSON.stringify({ error: false, messages: [], data }));
  });
  await setupI18n("en", { ar: { ad_accounts: ar }, en: { ad_accounts: en } });
});
afterEach(() => vi.unstubAllGlobals());

function show(accounts: AdAccountAnswer[], address = "/link") {
  answers.index = {
    ad_accounts: accounts,
    platforms: platforms.map((platform) => ({ platform, is_available: platform === "snapchat" })),
  };
  const route = createRootRoute({
    component: () => <ConnectedPlatforms returnTo="/link-ad-accounts/connect-platform" />,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  renderWeb(
    <QueryClientProvider client={client}>
      <RouterProvider router={createRouter({ routeTree: route, history }) as never} />
    </QueryClientProvider>,
  );
  return history;
}

describe("the platforms", () => {
  it("offer linking where it is possible, and no button where it is not yet", async () => {
    show([]);
    expect(await screen.findByRole("button", { name: "Connect Snapchat" })).toBeTruthy();
    expect(screen.getAllByText("Soon")).toHaveLength(4);
    expect(screen.getAllByRole("button")).toHaveLength(1);
  });

  it("say why a link was lost, and lead back to the consent page", async () => {
    show([anAccount({ status: "lost", lost_reason: "access_revoked" })]);
    answers.reconnect = { authorization_url: "#consent" };
    expect(await screen.findByText(en.lost_access_revoked)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Reconnect: نورة - الرئيسي" }));
    await waitFor(() => expect(sent.at(-1)?.url).toContain("reconnect"));
    expect(sent.at(-1)?.body).toMatchObject({ ad_account_id: "aac_1" });
  });

  it("ask before an account is disconnected", async () => {
    show([anAccount()]);
    answers.disconnect = anAccount({ status: "unlinked" });
    await userEvent.click(await screen.findByRole("button", { name: "Disconnect: نورة - الرئيسي" }));
    expect(sent.some(({ url }) => url.includes("disconnect"))).toBe(false);
    const dialog = await screen.findByRole("dialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Disconnect" }));
    await waitFor(() => expect(sent.some(({ url }) => url.includes("disconnect"))).toBe(true));
  });
});

describe("after the consent page", () => {
  it("a merchant chooses among what can be linked, and sees why the rest cannot", async () => {
    answers["offers/con_1"] = someAccessibleAccounts;
    answers.link = anAccount();
    const history = show([], "/link?ad_result=choose&connection=con_1");
    expect(await screen.findByText(/This account is billed in [A-Z]{3}, whose rate/)).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Connect this account" }));
    await waitFor(() => expect(sent.some(({ url }) => url.endsWith("/link"))).toBe(true));
    expect(sent.find(({ url }) => url.endsWith("/link"))?.body).toEqual({
      connection_id: "con_1",
      organization_id: "org-1",
      ad_account_id: "acc-1",
      profile_id: "prof-1",
    });
    await waitFor(() => expect(history.location.search).toBe(""));
  });

  it("a merchant without a public profile reads what to do, and can have it checked again", async () => {
    const [organization] = someAccessibleAccounts.organizations;
    const withoutProfile = { ...organization, problem: "no_public_profile", profiles: [] };
    answers["offers/con_1"] = { ...someAccessibleAccounts, organizations: [withoutProfile] };
    answers["refresh-offers"] = someAccessibleAccounts;
    show([], "/link?ad_result=choose&connection=con_1");
    expect(await screen.findByText(/Ads on Snapchat appear under a public profile/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Connect this account" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Check again" }));
    expect(await screen.findByRole("button", { name: "Connect this account" })).toBeTruthy();
  });

  it.each([
    ["ar", ar],
    ["en", en],
  ] as const)(
    "a merchant with neither ad account nor public profile reads what to do, in %s",
    async (language, texts) => {
      await setupI18n(language, { ar: { ad_accounts: ar }, en: { ad_accounts: en } });
      const [organization] = someAccessibleAccounts.organizations;
      const withoutProfile = { ...organization, problem: "no_public_profile", profiles: [] };
      answers["offers/con_1"] = { ...someAccessibleAccounts, organizations: [withoutProfile] };
      show([], "/link?ad_result=choose&connection=con_1");
      await waitFor(() => expect(document.body.textContent).toContain(texts.profile_missing.snapchat));
      cleanup();
      answers["offers/con_1"] = { ...someAccessibleAccounts, problem: "no_ad_account", organizations: [] };
      show([], "/link?ad_result=choose&connection=con_1");
      const [opening = ""] = texts.no_ad_account.split("$t(");
      await waitFor(() => expect(document.body.textContent).toContain(opening.trim()));
    },
  );

  it("every result has a text", async () => {
    show([], "/link?ad_result=denied");
    expect(await screen.findByText(en.result.denied)).toBeTruthy();
  });

  it("says what an account in another currency costs in riyals", async () => {
    show([anAccount({ currency: "USD" })]);
    expect(await screen.findByText(/1 USD = SAR 3.75, a fixed rate since 1986/)).toBeTruthy();
  });

  it("asks to link again before access expires that nobody else can renew", async () => {
    const expiring = { access_expires_at: "2026-11-28T09:00:00Z", access_expires_soon: true };
    show([anAccount({ platform: "meta", ...expiring })]);
    expect((await screen.findByRole("alert")).textContent).toMatch(/28.*Meta.*lets only you renew it/);
    expect(screen.getByRole("button", { name: "Reconnect: نورة - الرئيسي" })).toBeTruthy();
  });
});
