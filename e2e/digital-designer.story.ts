import { aMerchantWithAStore, expect, story } from "./steps/story.ts";

story(
  "a merchant has designs made of a product, edits a text, saves them in the library and uses one in an ad",
  async ({ page: browser, t, sandbox, product }) => {
    await aMerchantWithAStore(browser, { sandbox, product });
    await browser.goto("/digital-designer");
    await browser.getByRole("button", { name: t("designer:product.choose") }).click();
    const dialog = browser.getByRole("dialog");
    await dialog.getByRole("listitem").first().getByRole("button").click();

    // Without a headline nothing is sent.
    const make = browser.getByRole("button", { name: t("designer:form.make"), exact: true });
    await make.click();
    await expect(browser.getByText(t("designer:form.headline_missing"))).toBeVisible();
    const headline = browser.getByRole("textbox", { name: t("designer:form.headline") });
    await headline.fill("لمسة تبقى معك");
    await browser
      .locator("label")
      .filter({ hasText: t("designer:styles.najdi") })
      .click();
    await make.click();

    const designs = browser.getByRole("link", { name: /لمسة تبقى معك/ });
    await expect(designs).toHaveCount(4);

    // A sentence changes all four, says what it understood, and is taken back.
    const sentence = browser.getByRole("textbox", { name: t("designer:chat.label") });
    await sentence.fill("كبّر السعر واكتب «لمسة ثانية»");
    await browser.getByRole("button", { name: t("designer:chat.send"), exact: true }).click();
    const larger = t("designer:chat.size.bigger", { part: t("designer:layers.price") });
    await expect(browser.getByRole("listitem").filter({ hasText: larger })).toBeVisible();
    await expect(browser.getByRole("link", { name: /لمسة ثانية/ })).toHaveCount(4);
    await browser.getByRole("button", { name: t("designer:edit.undo"), exact: true }).click();
    await expect(designs).toHaveCount(4);
    await designs.first().click();
    const picture = browser.getByRole("img", {
      name: t("designer:design.preview", { placement: t("designer:placements.story") }),
    });
    await expect(picture).toBeVisible();
    await expect(browser.getByText(t("designer:verdict.price_same"))).toBeVisible();
    const before = await picture.getAttribute("src");

    // The picture is drawn anew of what was typed, and undo brings the old text back.
    await browser
      .getByRole("button", { name: t("designer:layers.select", { layer: t("designer:layers.headline") }) })
      .click();
    const text = browser.getByRole("textbox", { name: t("designer:edit.text") });
    await text.fill("لمسة غيرها");
    await expect(browser.getByRole("heading", { level: 1, name: "لمسة غيرها" })).toBeVisible();
    await expect(picture).not.toHaveAttribute("src", before ?? "");
    await browser.getByRole("button", { name: t("designer:edit.undo"), exact: true }).click();
    await expect(text).toHaveValue("لمسة تبقى معك");
    await browser.getByRole("button", { name: t("designer:edit.redo"), exact: true }).click();
    await expect(browser.getByRole("heading", { level: 1, name: "لمسة غيرها" })).toBeVisible();

    // By keyboard, too: the price moves, in this size alone.
    const price = browser.getByRole("button", {
      name: t("designer:edit.move", { layer: t("designer:layers.price") }),
    });
    await price.focus();
    const across = browser.getByRole("textbox", { name: t("designer:edit.x") });
    const from = Number(await across.inputValue());
    await price.press("ArrowRight");
    await expect(across).toHaveValue(String(from + 4));

    const download = browser.waitForEvent("download");
    await browser.getByRole("button", { name: t("designer:design.download_png"), exact: true }).click();
    expect((await download).suggestedFilename()).toMatch(/story\.png$/);
    await browser.getByRole("button", { name: t("designer:design.save"), exact: true }).click();
    await expect(browser.getByText(t("designer:design.saved", { count: 3 }))).toBeVisible();

    await browser.reload();
    await expect(browser.getByRole("heading", { level: 1, name: "لمسة غيرها" })).toBeVisible();
    await browser.getByRole("button", { name: t("designer:design.use"), exact: true }).click();
    await dialog.getByRole("button", { name: t("designer:use.submit"), exact: true }).click();
    await expect(browser).toHaveURL(/\/campaigns\/add/);
  },
);
