import type { Page } from "@playwright/test";
import { listPages, redirects, wrongAddress } from "#app/testing/addresses.ts";
import {
  findAccessibilityViolations,
  findPageProblems,
  isFocusVisible,
  waitForPage,
} from "./steps/inspect.ts";
import { aCampaign, aReadyMerchant, aRule } from "./steps/ready-merchant.ts";
import { codeField, mobileField, requestCode } from "./steps/sign-in.ts";
import { aMerchantWithAStore, expect, remember, story } from "./steps/story.ts";

/** A merchant who asked to save data: no page's file is fetched before the page is opened. */
const saveData = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });

/** A failure on one page does not hide those of the next. */
const softly = expect.configure({ soft: true });
const narrow = { width: 320, height: 700 };

story(
  "every page opens completely: a heading, texts, no accessibility violation, nothing beyond the edge",
  async ({ page, sandbox, product }) => {
    story.setTimeout(600_000);
    const ready = await aReadyMerchant(page, { sandbox, product });
    const { id: campaignId, plan_id: planId, ad_groups } = await aCampaign(ready, "تمر سكري – العرض");
    const own = page.viewportSize() ?? narrow;
    const adGroupId = ad_groups[0]?.id ?? "";
    const pages = listPages({ campaignId, planId, adGroupId, ruleId: await aRule(ready) });
    for (const route of [...pages, wrongAddress]) {
      await story.step(route, async () => {
        await page.setViewportSize(own);
        await page.goto(route);
        await waitForPage(page);
        expect.soft(await findAccessibilityViolations(page), `${route}: barriers`).toEqual([]);
        expect.soft(await findPageProblems(page), `${route} at ${own.width}`).toEqual([]);
        await page.setViewportSize(narrow);
        // Charts measure themselves again before they fit.
        await softly
          .poll(() => findPageProblems(page), { message: `${route} at ${narrow.width}`, timeout: 3_000 })
          .toEqual([]);
      });
    }
  },
);

story(
  "the main pages have no accessibility violation in the dark theme either",
  async ({ page, sandbox, product }) => {
    const ready = await aReadyMerchant(page, { sandbox, product });
    const { id } = await aCampaign(ready, "بن خولاني");
    await remember(page, { "rawaj.theme": "dark" });
    for (const route of [
      "/",
      "/campaigns",
      `/campaigns/${id}`,
      "/campaigns/add",
      "/financial-transaction/wallet",
      "/account-settings/settings",
      "/first-campaign/payement",
    ]) {
      await page.goto(route);
      await waitForPage(page);
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
      expect.soft(await findAccessibilityViolations(page), route).toEqual([]);
    }
  },
);

story(
  "the sign-in page has no accessibility violation either, in the light and the dark theme",
  async ({ page, t }) => {
    for (const theme of ["light", "dark"]) {
      await page.goto("/auth");
      await page.evaluate((value) => localStorage.setItem("rawaj.theme", value), theme);
      await page.reload();
      await waitForPage(page);
      expect.soft(await findAccessibilityViolations(page), theme).toEqual([]);
      expect.soft(await findPageProblems(page), theme).toEqual([]);
      await page.getByRole("button", { name: t("merchants:auth.tab_sign_up") }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("merchants:auth.sign_up_title"));
      expect.soft(await findAccessibilityViolations(page), `${theme}, new account`).toEqual([]);
    }
  },
);

story(
  "addresses that are not pages of their own redirect, and wrong ones say so",
  async ({ page, t, sandbox, product }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    for (const [from, to] of Object.entries(redirects)) {
      await page.goto(from);
      await expect(page, from).toHaveURL(to);
    }
    await page.goto("/first-campaign");
    await expect(page).toHaveURL(/\/first-campaign\/[a-z-]+/);
    await page.goto("/campaigns/edit/one/too/many");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("app:not_found.title"));
    await page
      .getByRole("link", { name: t("app:to_home") })
      .last()
      .click();
    await expect(page).toHaveURL(/:\d+\/$/);
  },
);

story("a signed-out visitor is led to the sign-in page from any address", async ({ page }) => {
  for (const path of [
    "/",
    "/campaigns/add",
    "/financial-transaction/wallet",
    "/first-campaign",
    "/design",
    wrongAddress,
  ]) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/auth$/);
  }
});

story("the calls that the first page sends early are sent once", async ({ page, sandbox, product }) => {
  const ready = await aReadyMerchant(page, { sandbox, product });
  await aCampaign(ready, "عود");
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/Clients/"))
      requests.push(new URL(request.url()).pathname + new URL(request.url()).search);
  });
  for (const path of ["/", "/campaigns"]) {
    requests.length = 0;
    await page.goto(path);
    await waitForPage(page);
    const twice = requests.filter((url, index) => requests.indexOf(url) !== index);
    expect(twice, path).toEqual([]);
    expect(requests).toContain("/Clients/Account/index");
  }
});

story(
  "a page whose file does not load reloads once; the second time it shows the error",
  async ({ page, t, sandbox, product, consoleErrors }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await saveData(page);
    await page.goto("/campaigns");
    await waitForPage(page);
    let cut = 0;
    await page.route(/\/assets\/account-details-page/, (route) => {
      cut += 1;
      return cut === 1 ? route.abort() : route.continue();
    });
    await page.getByRole("button", { name: t("app:account_menu") }).click();
    await page
      .getByRole("link", { name: t("app:nav.settings") })
      .last()
      .click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("merchants:account.tab_details"));
    expect(cut).toBeGreaterThan(1);
    await page.unroute(/\/assets\/account-details-page/);

    await page.goto("/campaigns");
    await page.route(/\/assets\/wallet-page/, (route) => route.abort());
    await page.goto("/financial-transaction/wallet");
    await expect(page.getByText(t("base:could_not_show"))).toBeVisible();
    consoleErrors.length = 0;
  },
);

story(
  "offline, a tab that is not loaded yet waits: the page stays, and the tab opens when the connection is back",
  async ({ page, context, t, sandbox, product, consoleErrors }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await saveData(page);
    await page.goto("/campaigns");
    await waitForPage(page);
    await context.setOffline(true);
    await expect(page.getByText(t("app:offline_title"))).toBeVisible();
    const wallet = page.locator('a[href^="/financial-transaction"]').filter({ visible: true }).first();
    const to = (await wallet.getAttribute("href")) ?? "";
    await wallet.click();
    await expect(page.getByText(t("app:offline_page_waits"))).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(t("campaigns:title"));
    await context.setOffline(false);
    await expect(page).toHaveURL(new RegExp(to));
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(t("campaigns:title"));
    await expect(page.getByText(t("app:offline_title"))).toBeHidden();
    consoleErrors.length = 0;
  },
);

story(
  "a merchant signs in with the keyboard alone, and always sees where the focus is",
  async ({ page, t, sandbox, mobile }) => {
    await page.goto("/auth");
    await expect(mobileField(page, t)).toBeFocused();
    await page.keyboard.type(mobile);
    await page.keyboard.press("Enter");
    await expect(codeField(page, t)).toBeFocused();
    await page.keyboard.type(await sandbox.codeFor(mobile));
    await expect(page.getByRole("textbox", { name: t("merchants:auth.name") })).toBeFocused();
    await page.keyboard.type("نورة");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/first-campaign/);
    await waitForPage(page);
    await page.keyboard.press("Tab");
    for (let stops = 0; stops < 12; stops += 1) {
      expect.soft(await isFocusVisible(page), `stop ${stops}`).toBe(true);
      await page.keyboard.press("Tab");
    }
  },
);

story(
  "the result of an action is shown at the foot of the screen, and disappears by itself",
  async ({ page, t, sandbox, product, isPhone }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/account-settings/account-details");
    const save = page.getByRole("button", { name: t("merchants:account.save") });
    const snackbar = page.getByTestId("snackbar");
    await page.getByRole("textbox", { name: t("merchants:auth.name") }).fill("نورة الدوسري");
    await save.click();
    await expect(snackbar).toHaveText(t("merchants:account.saved"));
    await expect(snackbar).toHaveAttribute("data-type", "success");
    await expect(snackbar).toBeHidden({ timeout: 6_000 });
    if (isPhone) return;
    await page.getByRole("textbox", { name: t("merchants:auth.name") }).fill("نورة القحطاني");
    await save.click();
    await snackbar.hover();
    await expect(snackbar).toBeVisible();
    await page.getByRole("heading", { level: 1 }).hover();
    await expect(snackbar).toBeHidden({ timeout: 6_000 });
  },
);

story(
  "on the sign-in page, everything typed stays when the language is changed",
  async ({ page, t, mobile }) => {
    await page.goto("/auth");
    await requestCode(page, t, mobile);
    await page
      .getByRole("button", { name: /^(EN|ع):/ })
      .filter({ visible: true })
      .first()
      .click();
    await expect(page.getByText(new RegExp(mobile.slice(-4)))).toBeVisible();
  },
);

story(
  "after navigation the focus is on the new page's heading; a menu opens and closes by keyboard",
  async ({ page, t, sandbox, product }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/");
    await waitForPage(page);
    const campaigns = page
      .getByRole("link", { name: t("app:nav.campaigns"), exact: true })
      .filter({ visible: true });
    await campaigns.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: t("campaigns:title") })).toBeFocused();

    const menu = page.getByRole("button", { name: t("app:account_menu") });
    const settings = page.locator('a[href="/account-settings"]').last();
    await menu.focus();
    await page.keyboard.press("Enter");
    await expect(settings).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeFocused();
  },
);

story.describe("where motion is allowed", () => {
  story.use({ contextOptions: { reducedMotion: "no-preference" } });

  story(
    "the logo draws itself at the first sign-in, over a page that is already there, and a press only ends it",
    async ({ page, sandbox, product }) => {
      await aMerchantWithAStore(page, { sandbox, product });
      await page.goto("/");
      const intro = page.getByTestId("intro");
      await expect(intro).toBeVisible();
      // It plays for a second and a half: the press must not wait for anything.
      await intro.click({ force: true, position: { x: 20, y: 120 } });
      await expect(intro).toBeHidden();
      await waitForPage(page);
      await page.reload();
      await waitForPage(page);
      await expect(intro).toBeHidden();
    },
  );
});
