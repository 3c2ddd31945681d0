import { fillCampaign, launch, syncStateTable } from "./steps/campaign.ts";
import { allow, connectSalla, linkSnapchat } from "./steps/connect.ts";
import { campaignFigures, homeFigures } from "./steps/figures.ts";
import { answerBank, cards, chooseAmount, payByCard } from "./steps/pay.ts";
import { codeField, fillName, requestCode } from "./steps/sign-in.ts";
import { aMerchantWithAStore, expect, story } from "./steps/story.ts";

story.use({ browserIs: "new" });
story.setTimeout(1_200_000);
/**
 * Figures pass through shop, webhook, queue, roll-up and live stream. A busy machine needs time for a whole day at
 * once.
 */
const arrival = { timeout: 240_000 };

story(
  "a new merchant goes from the sign-in to the orders an ad brought",
  async ({ page, browser, t, sandbox, language, mobile, isPhone }) => {
    const heading = page.getByRole("heading", { level: 1 });
    const name = language === "ar" ? "تمور العجوة – الرياض" : "Ajwa dates – Riyadh";

    await story.step("opens the product, which is Arabic by default", async () => {
      await page.goto("/");
      await expect(page).toHaveURL(/\/auth$/);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      if (language === "en") await page.getByRole("main").getByRole("button", { name: /^EN:/ }).click();
      await expect(heading).toHaveText(t("merchants:auth.sign_in_title"));
    });

    await story.step("enters a mobile number and types the code that the phone shows", async () => {
      await requestCode(page, t, mobile);
      // In a window of its own: a page behind another one draws nothing, and waiting for it would never end.
      const pocket = await browser.newContext();
      const phone = await pocket.newPage();
      await phone.goto(`${sandbox.url}/phone?to=${mobile.slice(1)}`);
      const code = (await phone.locator("button.code").first().textContent()) ?? "";
      await pocket.close();
      await codeField(page, t).pressSequentially(code);
      await fillName(page, t, language === "ar" ? "نورة العتيبي" : "Noura Alotaibi");
    });

    await story.step("is led into the first-campaign flow and connects a Salla store", async () => {
      await expect(page).toHaveURL(/\/first-campaign\/connect-store$/);
      await expect(heading).toHaveText(t("first_campaign:store.title"));
      await connectSalla(page, t);
      await page
        .getByRole("link", {
          name: t("first_campaign:next_is", { step: t("first_campaign:platform.name") }),
        })
        .click();
    });

    await story.step("links a Snapchat ad account", async () => {
      await expect(heading).toHaveText(t("first_campaign:platform.title"));
      await linkSnapchat(page, t);
      await page
        .getByRole("link", {
          name: t("first_campaign:next_is", { step: t("first_campaign:money.name") }),
        })
        .click();
    });

    await story.step("adds a card and deposits through the gateway's form and the bank's page", async () => {
      await expect(heading).toHaveText(t("first_campaign:money.title"));
      await page.getByRole("link", { name: t("first_campaign:money.pay") }).click();
      await chooseAmount(page, t, 2_000);
      await payByCard(page, cards.good);
      await answerBank(page, "AUTHENTICATED");
      await expect(page.getByRole("heading", { name: t("wallet:paid_title") })).toBeVisible();
      await page.getByRole("link", { name: t("wallet:continue") }).click();
      await expect(page.getByText(t("first_campaign:money.card_there"))).toBeVisible();
      await expect(page.getByText(t("first_campaign:money.balance_there"))).toBeVisible();
      await page
        .getByRole("link", {
          name: t("first_campaign:next_is", { step: t("first_campaign:campaign.name") }),
        })
        .click();
    });

    await story.step("creates a campaign with an ad group and an image ad, and starts it", async () => {
      await expect(heading).toHaveText(t("first_campaign:campaign.title"));
      await fillCampaign(page, t, {
        name,
        dailyRiyals: 150,
        headline: "تمر العجوة اليوم",
        brand: "تمور الواحة",
      });
      // A slow platform: the desired state and the confirmed state differ on the screen.
      await sandbox.fault({
        vendor: "snapchat",
        kind: "slow",
        ms: 3_000,
        times: 1,
        method: "POST",
        path: "/campaigns",
      });
      await launch(page, t);
      await expect(page).toHaveURL(/campaign-completed/);
      await expect(page.getByText(t("first_campaign:stage.sent.now"), { exact: true })).toBeVisible();
      await expect(page.getByText(t("first_campaign:stage.sent.done"))).toBeVisible();
    });

    await story.step("is welcomed, and opens the campaign, which the platform has confirmed", async () => {
      await page.getByRole("link", { name: t("first_campaign:completed.on") }).click();
      await expect(page).toHaveURL(/account-completed-flow/);
      await page.getByRole("link", { name: t("account_completed:see_campaign") }).click();
      await expect(heading).toHaveText(name);
      await expect(syncStateTable(page, t)).toContainText(t("campaigns:sync_states.synced"));
    });

    await story.step(
      "a day later shoppers saw it, clicked and bought: the page updates by itself",
      async () => {
        await page.evaluate(() => document.body.setAttribute("data-opened", "once"));
        await sandbox.step("PT4H");
        await expect
          .poll(async () => (await campaignFigures(page, t)).impressions, arrival)
          .toBeGreaterThan(0);
        const before = await campaignFigures(page, t);
        await sandbox.step("PT20H");
        await expect
          .poll(async () => (await campaignFigures(page, t)).impressions ?? 0, arrival)
          .toBeGreaterThan(before.impressions ?? 0);
        await expect
          .poll(async () => (await campaignFigures(page, t)).orders ?? 0, arrival)
          .toBeGreaterThan(0);
        await expect(page.locator("body")).toHaveAttribute("data-opened", "once");
      },
    );

    await story.step("stops it; quiet days later every figure is exactly what happened", async () => {
      await page.getByRole("button", { name: t("campaigns:actions.pause"), exact: true }).click();
      await expect(syncStateTable(page, t)).toContainText(t("campaign:there.paused"));
      // The platform credits invalid clicks back for two days.
      for (let day = 0; day < 3; day += 1) await sandbox.step("P1D");
      const platformId = await loadPlatformId();
      await sandbox.frozen.payPendingOrders(platformId);
      const { impressions, clicks, spend_halalas } = await sandbox.frozen.shown(platformId);
      const { orders_placed, sales_placed_halalas } = await sandbox.frozen.sold(platformId);
      await expect
        .poll(() => campaignFigures(page, t), arrival)
        .toEqual({
          impressions,
          clicks,
          spend: spend_halalas / 100,
          orders: orders_placed,
          sales: sales_placed_halalas / 100,
          roas: Math.round((sales_placed_halalas * 100) / spend_halalas) / 100,
        });
    });

    await story.step("home shows the same", async () => {
      const campaign = await campaignFigures(page, t);
      await page
        .getByRole("link", { name: t("app:nav.home") })
        .first()
        .click();
      await expect
        .poll(() => homeFigures(page, t, isPhone), arrival)
        .toEqual({
          spend: campaign.spend,
          orders: campaign.orders,
          sales: campaign.sales,
          roas: campaign.roas,
        });
    });

    /** The platform's own id of the campaign whose page is open, from the response the page itself reads. */
    async function loadPlatformId(): Promise<string> {
      return page.evaluate(async () => {
        const answer = await fetch(`/Clients/Campaigns/${location.pathname.split("/").at(-1)}`, {
          headers: { authorization: `Bearer ${localStorage.getItem("rawaj.access_token")}` },
        });
        return ((await answer.json()) as { data: { platform_id: string } }).data.platform_id;
      });
    }
  },
);

story.describe("on the way to the first campaign", () => {
  story.use({ browserIs: "known" });

  story(
    "a merchant leaves half way and goes on where they stopped, on another device too",
    async ({ page, browser, t, sandbox, product, language }) => {
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      const platformStep = t("first_campaign:platform.title");
      await page.goto("/first-campaign");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(platformStep);
      await page
        .getByRole("link", {
          name: t("first_campaign:not_now", { step: t("first_campaign:money.name") }),
        })
        .click();
      await expect(page).toHaveURL(/\/first-campaign\/payement$/);

      const elsewhere = await browser.newPage({ baseURL: product, viewport: page.viewportSize() });
      await elsewhere.addInitScript(
        ([token, lang]) => {
          localStorage.setItem("rawaj.access_token", token);
          localStorage.setItem("rawaj.language", lang);
        },
        [merchant.token, language] as const,
      );
      await elsewhere.goto("/first-campaign");
      await expect(elsewhere.getByRole("heading", { level: 1 })).toHaveText(platformStep);
      await elsewhere.close();
    },
  );

  story(
    "a merchant declines on Snapchat's page, then comes as a person without a public profile, and reads what to do",
    async ({ page, t, sandbox, product }) => {
      await aMerchantWithAStore(page, { sandbox, product });
      const begin = page.getByRole("button", {
        name: t("ad_accounts:connect", { platform: t("ad_accounts:platforms.snapchat") }),
      });
      await page.goto("/first-campaign/connect-platform");
      await begin.click();
      await allow(page, "noura", "deny");
      await expect(page.getByText(t("ad_accounts:result.denied"))).toBeVisible();

      await begin.click();
      await allow(page, "fahad");
      await expect(
        page.getByText(t("ad_accounts:no_public_profile", { platform: "snapchat" })),
      ).toBeVisible();
      await expect(page.getByRole("button", { name: t("ad_accounts:link"), exact: true })).toBeHidden();
      await page.getByRole("button", { name: t("ad_accounts:start_over") }).click();
      await allow(page, "huda");
      await expect(
        page.getByText(t("ad_accounts:currency_not_supported", { currency: "EUR" })).first(),
      ).toBeVisible();
      await expect(page.getByRole("button", { name: t("ad_accounts:link"), exact: true })).toBeHidden();
    },
  );
});
