import { fillCampaign, launch, syncOf } from "./steps/campaign.ts";
import { allow, connectSalla, linkSnapchat } from "./steps/connect.ts";
import { campaignFigures, homeFigures } from "./steps/figures.ts";
import { answerBank, cards, chooseAmount, payByCard } from "./steps/pay.ts";
import { askForCode, codeField, tellName } from "./steps/sign-in.ts";
import { aMerchantWithAStore, expect, story } from "./steps/story.ts";

story.use({ browserIs: "new" });
story.setTimeout(1_200_000);
/** Figures travel: shop, webhook, queue, roll-up, live line. A busy machine takes its time for all of a day at once. */
const arrival = { timeout: 240_000 };

story(
  "a new merchant walks from the sign-in to the orders an ad brought",
  async ({ page, context, say, sandbox, language, mobile, isPhone }) => {
    const heading = page.getByRole("heading", { level: 1 });
    const name = language === "ar" ? "تمور العجوة – الرياض" : "Ajwa dates – Riyadh";

    await story.step("opens the product, which is Arabic until told otherwise", async () => {
      await page.goto("/");
      await expect(page).toHaveURL(/\/auth$/);
      await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
      if (language === "en") await page.getByRole("main").getByRole("button", { name: /^EN:/ }).click();
      await expect(heading).toHaveText(say("merchants:auth.sign_in_title"));
    });

    await story.step("gives a mobile number and types the code that the phone shows", async () => {
      await askForCode(page, say, mobile);
      const phone = await context.newPage();
      await phone.goto(`${sandbox.url}/phone?to=${mobile.slice(1)}`);
      const code = (await phone.locator("button.code").first().textContent()) ?? "";
      await phone.close();
      // A page behind another one draws nothing, and would be waited for in vain.
      await page.bringToFront();
      await codeField(page, say).pressSequentially(code);
      await tellName(page, say, language === "ar" ? "نورة العتيبي" : "Noura Alotaibi");
    });

    await story.step("is led into the first-campaign flow and connects a Salla store", async () => {
      await expect(page).toHaveURL(/\/first-campaign\/connect-store$/);
      await expect(heading).toHaveText(say("first_campaign:store.title"));
      await connectSalla(page, say);
      await page
        .getByRole("link", {
          name: say("first_campaign:next_is", { step: say("first_campaign:platform.name") }),
        })
        .click();
    });

    await story.step("links a Snapchat ad account", async () => {
      await expect(heading).toHaveText(say("first_campaign:platform.title"));
      await linkSnapchat(page, say);
      await page
        .getByRole("link", {
          name: say("first_campaign:next_is", { step: say("first_campaign:money.name") }),
        })
        .click();
    });

    await story.step("adds a card and deposits through the gateway's form and the bank's page", async () => {
      await expect(heading).toHaveText(say("first_campaign:money.title"));
      await page.getByRole("link", { name: say("first_campaign:money.pay") }).click();
      await chooseAmount(page, say, 2_000);
      await payByCard(page, cards.good);
      await answerBank(page, "AUTHENTICATED");
      await expect(page.getByRole("heading", { name: say("wallet:paid_title") })).toBeVisible();
      await page.getByRole("link", { name: say("wallet:continue") }).click();
      await expect(page.getByText(say("first_campaign:money.card_there"))).toBeVisible();
      await expect(page.getByText(say("first_campaign:money.balance_there"))).toBeVisible();
      await page
        .getByRole("link", {
          name: say("first_campaign:next_is", { step: say("first_campaign:campaign.name") }),
        })
        .click();
    });

    await story.step("creates a campaign with an ad group and an image ad, and starts it", async () => {
      await expect(heading).toHaveText(say("first_campaign:campaign.title"));
      await fillCampaign(page, say, {
        name,
        dailyRiyals: 150,
        headline: "تمر العجوة اليوم",
        brand: "تمور الواحة",
      });
      // A platform that takes its time: what was asked and what is confirmed stand apart on the screen.
      await sandbox.fault({
        vendor: "snapchat",
        kind: "slow",
        ms: 3_000,
        times: 1,
        method: "POST",
        path: "/campaigns",
      });
      await launch(page, say);
      await expect(page).toHaveURL(/campaign-completed/);
      await expect(page.getByText(say("first_campaign:stage.sent.now"), { exact: true })).toBeVisible();
      await expect(page.getByText(say("first_campaign:stage.sent.done"))).toBeVisible();
    });

    await story.step("is welcomed, and opens the campaign, which the platform has confirmed", async () => {
      await page.getByRole("link", { name: say("first_campaign:completed.on") }).click();
      await expect(page).toHaveURL(/account-completed-flow/);
      await page.getByRole("link", { name: say("account_completed:see_campaign") }).click();
      await expect(heading).toHaveText(name);
      await expect(syncOf(page, say)).toContainText(say("base:sync_synced"));
    });

    await story.step(
      "a day later shoppers saw it, clicked and bought: the page moves by itself",
      async () => {
        await page.evaluate(() => document.body.setAttribute("data-opened", "once"));
        await sandbox.step("PT4H");
        await expect
          .poll(async () => (await campaignFigures(page, say)).impressions, arrival)
          .toBeGreaterThan(0);
        const before = await campaignFigures(page, say);
        await sandbox.step("PT20H");
        await expect
          .poll(async () => (await campaignFigures(page, say)).impressions ?? 0, arrival)
          .toBeGreaterThan(before.impressions ?? 0);
        await expect
          .poll(async () => (await campaignFigures(page, say)).orders ?? 0, arrival)
          .toBeGreaterThan(0);
        await expect(page.locator("body")).toHaveAttribute("data-opened", "once");
      },
    );

    await story.step("stops it; quiet days later every figure is exactly what happened", async () => {
      await page.getByRole("button", { name: say("campaigns:actions.pause"), exact: true }).click();
      await expect(syncOf(page, say)).toContainText(say("campaign:there.paused"));
      // The platform gives invalid clicks back for two days.
      for (let day = 0; day < 3; day += 1) await sandbox.step("P1D");
      const platformId = await platformIdOf();
      await sandbox.held.payWhatWaits(platformId);
      const { impressions, clicks, spend_halalas } = await sandbox.held.shown(platformId);
      const { orders_placed, sales_placed_halalas } = await sandbox.held.sold(platformId);
      await expect
        .poll(() => campaignFigures(page, say), arrival)
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
      const campaign = await campaignFigures(page, say);
      await page
        .getByRole("link", { name: say("app:nav.home") })
        .first()
        .click();
      await expect
        .poll(() => homeFigures(page, say, isPhone), arrival)
        .toEqual({
          spend: campaign.spend,
          orders: campaign.orders,
          sales: campaign.sales,
          roas: campaign.roas,
        });
    });

    /** The platform's own number of the campaign on whose page we are, from the answer the page itself reads. */
    async function platformIdOf(): Promise<string> {
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
    async ({ page, browser, say, sandbox, product, language }) => {
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      const platformStep = say("first_campaign:platform.title");
      await page.goto("/first-campaign");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(platformStep);
      await page
        .getByRole("link", {
          name: say("first_campaign:not_now", { step: say("first_campaign:money.name") }),
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
    "a merchant says no on Snapchat's page, then comes as somebody without a public profile, and reads what to do",
    async ({ page, say, sandbox, product }) => {
      await aMerchantWithAStore(page, { sandbox, product });
      const begin = page.getByRole("button", {
        name: say("ad_accounts:connect", { platform: say("ad_accounts:platforms.snapchat") }),
      });
      await page.goto("/first-campaign/connect-platform");
      await begin.click();
      await allow(page, "noura", "deny");
      await expect(page.getByText(say("ad_accounts:result.denied"))).toBeVisible();

      await begin.click();
      await allow(page, "fahad");
      await expect(
        page.getByText(say("ad_accounts:no_public_profile", { platform: "snapchat" })),
      ).toBeVisible();
      await expect(page.getByRole("button", { name: say("ad_accounts:link"), exact: true })).toBeHidden();
      await page.getByRole("button", { name: say("ad_accounts:start_over") }).click();
      await allow(page, "huda");
      await expect(
        page.getByText(say("ad_accounts:currency_not_supported", { currency: "EUR" })).first(),
      ).toBeVisible();
      await expect(page.getByRole("button", { name: say("ad_accounts:link"), exact: true })).toBeHidden();
    },
  );
});
