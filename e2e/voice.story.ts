import { linkAdAccount } from "#app/testing/connections.ts";
import { launchOptions } from "../scripts/browser.ts";
import { aMerchantWithAStore, expect, story } from "./steps/story.ts";

/** A microphone that beeps, and a browser that lets pages use it. */
story.use({
  launchOptions: {
    ...launchOptions,
    args: [...launchOptions.args, "--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"],
  },
});

story(
  "a merchant dictates a campaign and a text, corrects what was written down, and goes on by typing where it fails",
  async ({ page: browser, t, sandbox, product }) => {
    const merchant = await aMerchantWithAStore(browser, { sandbox, product });
    await linkAdAccount(merchant, "snapchat");
    const record = browser.getByRole("button", { name: t("speech:record"), exact: true });
    const finish = browser.getByRole("button", { name: t("speech:finish"), exact: true });
    const status = browser.getByRole("status").filter({ hasText: /./ });

    await browser.goto("/campaigns/AddAi");
    const description = browser.getByRole("textbox", { name: t("assistants:planner.description") });
    await record.click();
    await expect(status.filter({ hasText: t("speech:recording") })).toBeVisible();
    await expect(browser.getByRole("timer")).toContainText("0:01");
    await finish.click();
    await expect(status.filter({ hasText: t("speech:transcribed") })).toBeVisible();
    await expect(description).not.toHaveValue("");
    const dictated = await description.inputValue();
    await description.press("End");
    await description.pressSequentially(" 200");
    await expect(description).toHaveValue(`${dictated} 200`);
    await expect(status.filter({ hasText: t("speech:transcribed") })).toHaveCount(0);

    await browser.goto("/digital-writer");
    const request = browser.getByRole("textbox", { name: t("assistants:composer.label") });
    await record.click();
    await expect(browser.getByRole("timer")).toBeVisible();
    await browser.getByRole("button", { name: t("speech:cancel"), exact: true }).click();
    await expect(request).toHaveValue("");

    await sandbox.fault({ vendor: "language-model", kind: "silence", times: 1 });
    await record.click();
    await expect(browser.getByRole("timer")).toContainText("0:01");
    // Enter on the button ends it, as a tap does.
    await finish.press("Enter");
    await expect(status.filter({ hasText: t("speech:nothing_heard") })).toBeVisible();
    await record.click();
    await expect(browser.getByRole("timer")).toContainText("0:01");
    await finish.click();
    await expect(request).not.toHaveValue("");
  },
);
