import { byAddressAlone, listPages } from "#app/testing/addresses.ts";
import { findAccessibilityViolations, waitForPage } from "./steps/inspect.ts";
import { aPlan, aReadyMerchant, aRule } from "./steps/ready-merchant.ts";
import { aMerchantWithAStore, expect, type Page, story } from "./steps/story.ts";
import { makeTaps } from "./steps/taps.ts";

/** What only a merchant who has no campaign yet is led to. */
const newcomersPages = ["/first-campaign/ai-form"];

story("every page is reached from home by taps alone", async ({ page, t, isPhone, sandbox, product }) => {
  story.setTimeout(420_000);
  const ready = await aReadyMerchant(page, { sandbox, product });
  const plan = await aPlan(ready, "تمر سكري – العرض");
  const [campaign] = plan.campaigns;
  await ready.merchant.call(`POST Clients/Campaigns/${campaign.id}/start`);
  const ids = {
    campaignId: campaign.id,
    planId: plan.id,
    adGroupId: campaign.ad_groups[0]?.id ?? "",
    ruleId: await aRule(ready),
  };
  const taps = makeTaps(page, t, { isPhone, ids });
  const apart = new Set(["/", ...byAddressAlone, ...newcomersPages]);
  await page.goto("/");
  for (const address of listPages(ids).filter((one) => !apart.has(one))) {
    await story.step(address, async () => {
      await taps.reach(address);
      await waitForPage(page);
      await taps.reach("/");
    });
  }
  await ready.merchant.call(`POST Clients/Campaigns/${campaign.id}/pause`);
  await taps.reach("/auth");
});

story(
  "what is for newcomers is reached by taps from their home",
  async ({ page, t, isPhone, sandbox, product }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    const taps = makeTaps(page, t, {
      isPhone,
      ids: { campaignId: "", planId: "", adGroupId: "", ruleId: "" },
    });
    await page.goto("/");
    for (const address of newcomersPages) {
      await taps.reach(address);
      await waitForPage(page);
      await taps.reach("/");
    }
  },
);

story(
  "the menu keeps the focus, and closes on Back and on Escape",
  async ({ page, t, isPhone, sandbox, product }) => {
    story.skip(!isPhone, "a desktop has the side navigation");
    await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/campaigns");
    await waitForPage(page);
    const button = page.getByRole("button", { name: t("app:nav.menu"), exact: true });
    const menu = page.getByRole("dialog", { name: t("app:nav.menu"), exact: true });

    await button.tap();
    const current = menu.getByRole("link", { name: t("app:nav.campaigns") });
    await expect(current).toHaveAttribute("aria-current", "page");
    for (let stops = 0; stops < 40; stops += 1) {
      await page.keyboard.press("Tab");
      expect(await isFocusInDialog(page), `stop ${stops}`).toBe(true);
    }
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();

    await button.tap();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL(/\/campaigns$/);
  },
);

/** Between the last stop and the first the browser's own bar has the focus, and the page none. */
const isFocusInDialog = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    return focused === document.body || focused?.closest("dialog") !== null;
  });

story(
  "the menu's targets are large, and on a small screen it scrolls to the last",
  async ({ page, t, isPhone, sandbox, product }) => {
    story.skip(!isPhone, "a desktop has the side navigation");
    await aMerchantWithAStore(page, { sandbox, product });
    await page.setViewportSize({ width: 320, height: 480 });
    await page.goto("/");
    await waitForPage(page);
    await page.getByRole("button", { name: t("app:nav.menu"), exact: true }).tap();
    const menu = page.getByRole("dialog", { name: t("app:nav.menu"), exact: true });
    for (const target of await menu.locator("a, button").all()) {
      const box = await target.boundingBox();
      expect(box?.height).toBeGreaterThanOrEqual(44);
      expect(box?.width).toBeGreaterThanOrEqual(44);
    }
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await menu.getByRole("link", { name: t("app:nav.notifications") }).tap();
    await expect(page).toHaveURL(/\/notifications$/);
    await page.goBack();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(menu).toBeHidden();
  },
);
