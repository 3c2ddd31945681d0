import {
  type AdPlatform,
  allow,
  connectSalla,
  fillAddress,
  leaveForPlatform,
  leaveForStore,
  linkPlatform,
  openStoreChoice,
  platformCard,
  type StorePlatform,
  storeCard,
  storeConnected,
} from "./steps/connect.ts";
import { waitForPage } from "./steps/inspect.ts";
import { aMerchant, aMerchantWithAStore, expect, story } from "./steps/story.ts";

story.setTimeout(300_000);
const platformsPage = "/link-ad-accounts/connect-platform";
const storesPage = "/link-ad-accounts/add-store";

story(
  "a merchant connects a store on each of the four platforms, and a site on none",
  async ({ page, browser, t, sandbox, product, language }) => {
    await aMerchant(page, { sandbox, product });
    const isBack = (result: "connected" | "denied") =>
      expect(
        page.getByText(result === "denied" ? t("stores:result.denied") : storeConnected(t)),
      ).toBeVisible();
    const isConnected = (platform: StorePlatform | "other") =>
      expect(
        page
          .getByRole("listitem")
          .filter({ hasText: t("stores:status.connected") })
          .getByRole("img", { name: t(`stores:platforms.${platform}`) }),
      ).toBeVisible();

    await story.step("Salla, during the first-campaign flow", async () => {
      await page.goto("/first-campaign/connect-store");
      await connectSalla(page, t);
      // The flow has gone on to the ad accounts by itself.
      await expect(page).toHaveURL(/connect-platform/);
      await page.goto("/first-campaign/connect-store");
      await isConnected("salla");
    });

    await story.step("Zid, which is declined first", async () => {
      await page.goto(storesPage);
      await leaveForStore(page, t, "zid");
      await allow(page, undefined, "deny");
      await isBack("denied");
      await leaveForStore(page, t, "zid");
      await allow(page, "new:coffee");
      await isBack("connected");
      await isConnected("zid");
    });

    await story.step("Shopify, by the shop's own name", async () => {
      await leaveForStore(page, t, "shopify", "https://noura.example");
      await expect(storeCard(page, t, "shopify")).toContainText(t("stores:address_not_valid"));
      await leaveForStore(page, t, "shopify", `noura-${language}-${Date.now()}`);
      await allow(page, "new:perfumes");
      await isBack("connected");
      await isConnected("shopify");
    });

    await story.step("WooCommerce, by the site's address", async () => {
      const { site = "" } = (await sandbox.wooSites()).find(({ installed }) => !installed) ?? {};
      await leaveForStore(page, t, "woocommerce", product);
      await expect(storeCard(page, t, "woocommerce")).toContainText(t("stores:no_store_there"));
      await leaveForStore(page, t, "woocommerce", site);
      await allow(page, undefined, "deny");
      await isBack("denied");
      await leaveForStore(page, t, "woocommerce", site);
      await allow(page);
      await isBack("connected");
      await isConnected("woocommerce");
    });

    await story.step("a site of their own, verified by a tag in its head", async () => {
      const { url } = await sandbox.ownSite();
      await openStoreChoice(page, t);
      const card = storeCard(page, t, "other");
      await fillAddress(card, url);
      await card.getByRole("button", { name: t("stores:site.name") }).click();
      const proof = page.getByRole("region", { name: url });
      const verify = proof.getByRole("button", { name: t("stores:site.verify_meta") });
      await verify.click();
      await expect(page.getByText(t("stores:proof_not_found")).first()).toBeVisible();

      const tag = (await proof.getByText("rawaj-site-verification").first().textContent()) ?? "";
      // In a window of its own: a page behind another one draws nothing, and waiting for it would never end.
      const ownersWindow = await browser.newContext();
      const owner = await ownersWindow.newPage();
      await owner.goto(`${url}/owner`);
      await owner.getByRole("textbox").first().fill(tag);
      await owner.getByRole("button").click();
      await ownersWindow.close();
      await verify.click();
      await isConnected("other");
    });
  },
);

story(
  "a merchant links an ad account on each of the five platforms, after every refusal has given its reason",
  async ({ page, t, sandbox, product }) => {
    const merchant = await aMerchantWithAStore(page, { sandbox, product });
    await page.goto(platformsPage);
    const expectMessage = (key: string, values?: Record<string, string>) =>
      expect(page.getByText(t(`ad_accounts:${key}`, values)).first()).toBeVisible();
    const cannotLink = () =>
      expect(page.getByRole("button", { name: t("ad_accounts:link"), exact: true })).toBeHidden();
    const authorizeAs = async (platform: AdPlatform, who?: string, decision?: "deny") => {
      await leaveForPlatform(page, t, platform);
      await allow(page, who, decision);
    };

    await story.step("Meta: without the permission to manage ads, then with all permissions", async () => {
      await leaveForPlatform(page, t, "meta");
      await page.locator('input[name="keep_back"]').check();
      await allow(page, "noura");
      await expectMessage("scopes_missing");
      await linkPlatform(page, t, "meta");
      await expect(platformCard(page, t, "meta")).toContainText(/\d{4}/);
    });

    await story.step("Snapchat", () => linkPlatform(page, t, "snapchat"));

    await story.step("TikTok: an account that was switched off, then one that works", async () => {
      await authorizeAs("tiktok", "reem");
      await expectMessage("account_disabled");
      await expectMessage("nothing_usable");
      await cannotLink();
      await linkPlatform(page, t, "tiktok");
    });

    await story.step("X: one in euros, then one in riyals", async () => {
      await authorizeAs("x", "huda");
      await expectMessage("currency_not_supported", { currency: "EUR" });
      await cannotLink();
      await linkPlatform(page, t, "x");
    });

    await story.step("Google: declined, a person without an account, then one with two", async () => {
      await authorizeAs("google", undefined, "deny");
      await expectMessage("result.denied");
      await authorizeAs("google", "sara");
      await expectMessage("no_ad_account", { platform: "google" });
      await linkPlatform(page, t, "google");
    });

    await story.step(
      "each access that is revoked later is shown, and the same person connects again",
      async () => {
        type Account = { platform: AdPlatform; name: string };
        const { ad_accounts } = await merchant.call<{ ad_accounts: Account[] }>(
          "GET Clients/AdAccounts/index",
        );
        expect(ad_accounts.map(({ platform }) => platform).toSorted()).toEqual([
          "google",
          "meta",
          "snapchat",
          "tiktok",
          "x",
        ]);
        for (const platform of ["tiktok", "x"] as const) {
          const name = ad_accounts.find((account) => account.platform === platform)?.name ?? "";
          const identity = `fresh-${/\d+$/.exec(name)?.[0]}`;
          await sandbox.revoke(platform, identity);
          const card = platformCard(page, t, platform);
          await card.getByRole("button", { name: t("ad_accounts:check_of", { name }) }).click();
          await expect(card).toContainText(t("ad_accounts:lost_access_revoked"));
          await card.getByRole("button", { name: t("ad_accounts:reconnect_of", { name }) }).click();
          await allow(page, identity);
          await expectMessage("result.relinked");
          await waitForPage(page);
          await expect(card).toContainText(t("ad_accounts:status.linked"));
        }
      },
    );
  },
);
