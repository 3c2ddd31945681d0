import { aMerchantWithAStore, expect, story } from "./steps/story.ts";

story(
  "a merchant makes a landing page, words it, publishes it; a shopper reads it without JavaScript and taps through with the ad's click id; it is closed again",
  async ({ page: browser, browser: engine, t, sandbox, product, isPhone }) => {
    await aMerchantWithAStore(browser, { sandbox, product });
    const button = (key: string, options: Record<string, string> = {}) =>
      browser.getByRole("button", { name: t(`landing_pages:${key}`, options), exact: true });
    await browser.goto("/landing-pages");
    await button("create").first().click();
    const dialog = browser.getByRole("dialog");
    await dialog.getByRole("listitem").first().getByRole("button").click();
    await dialog.getByRole("button", { name: t("landing_pages:create"), exact: true }).click();
    await expect(browser.getByText(t("landing_pages:created"), { exact: true })).toBeVisible();

    // The editor: a headline, an own text before the closing button, and the price below the delivery.
    await browser.getByRole("textbox", { name: t("landing_pages:form.headline") }).fill("هدية تبقى معها");
    await button("blocks.add_text").click();
    await browser
      .getByRole("textbox", { name: t("landing_pages:blocks.title"), exact: true })
      .fill("لماذا هذا؟");
    await browser
      .getByRole("textbox", { name: t("landing_pages:blocks.words"), exact: true })
      .fill("<b>نختاره بأنفسنا</b>");
    await button("blocks.down", { block: t("landing_pages:blocks.price") }).click();
    await button("blocks.hide", { block: t("landing_pages:blocks.questions") }).click();
    await expect(browser.getByText(t("landing_pages:editor.saved"), { exact: true })).toBeVisible();
    if (isPhone) await browser.getByText(t("landing_pages:editor.preview"), { exact: true }).click();
    const preview = browser.frameLocator('iframe[data-shown="true"]');
    await expect(preview.getByRole("heading", { level: 1 })).toHaveText("هدية تبقى معها");
    await expect(preview.getByText("<b>نختاره بأنفسنا</b>")).toBeVisible();
    // A tap on a part of the page opens its fields.
    await preview.getByRole("heading", { level: 1 }).click();
    await expect(browser.getByRole("textbox", { name: t("landing_pages:form.headline") })).toBeVisible();
    await button("actions.publish").click();
    await expect(browser.getByText(t("landing_pages:published_now"), { exact: true }).first()).toBeVisible();
    const url = await browser
      .getByRole("link", { name: t("landing_pages:actions.open"), exact: true })
      .getAttribute("href");
    if (!url) throw new Error("no address");

    // A shopper from an ad, signed out, without JavaScript.
    const shopper = await engine.newContext({ javaScriptEnabled: false, locale: "ar-SA" });
    try {
      const page = await shopper.newPage();
      await page.goto(`${url}?utm_source=snapchat&rwj=abc_123&ScCid=x.1`);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("هدية تبقى معها");
      await expect(page.getByText("<b>نختاره بأنفسنا</b>")).toBeVisible();
      const go = page.locator("a.order").first();
      await expect(go).toHaveAttribute("href", /\/go\?utm_source=snapchat&rwj=abc_123&ScCid=x\.1$/);
      const answer = await shopper.request.get(new URL((await go.getAttribute("href")) ?? "", url).href, {
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(302);
      expect(answer.headers().location).toMatch(/rwj=abc_123&ScCid=x\.1/);

      // Unpublished, the address says so.
      await browser.goto("/landing-pages");
      await browser
        .getByRole("button", { name: new RegExp(`^${t("landing_pages:actions.unpublish")}:`) })
        .click();
      await dialog.getByRole("button", { name: t("landing_pages:actions.unpublish"), exact: true }).click();
      await expect(browser.getByText(t("landing_pages:unpublished_now"))).toBeVisible();
      expect((await page.goto(url))?.status()).toBe(410);
    } finally {
      await shopper.close();
    }
  },
);
