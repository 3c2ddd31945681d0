import sharp from "sharp";
import { freshMobile } from "./steps/fresh-mobile.ts";
import { loadPreparedMerchant } from "./steps/prepared-merchants.ts";
import { expect, remember, story } from "./steps/story.ts";

story(
  "a merchant changes the name, the picture and the calendar, and the number with a code to each phone",
  async ({ page, t, sandbox }, { project }) => {
    const { mobile, token } = loadPreparedMerchant(project.name).moving;
    await remember(page, { "rawaj.access_token": token });
    const next = freshMobile();
    await page.goto("/account-settings/account-details");

    await page.getByLabel(t("merchants:auth.name"), { exact: true }).fill(`نورة ${next.slice(-4)}`);
    await page.getByRole("button", { name: t("merchants:account.save") }).click();
    await expect(page.getByText(t("merchants:account.saved"))).toBeVisible();
    const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: "#17624b" } });
    const picture = page.locator('input[type="file"][name="picture"]');
    await picture.setInputFiles({
      name: "me.jpg",
      mimeType: "image/jpeg",
      buffer: await photo.jpeg().toBuffer(),
    });
    await expect(page.getByRole("img", { name: t("merchants:account.picture") })).toBeVisible();

    const press = (key: string) =>
      page.getByRole("button", { name: t(`merchants:account.${key}`), exact: true }).click();
    await press("number_change");
    const present = page.getByLabel(t("merchants:account.number_current_code"));
    // One code a minute: a merchant who was sent one just now waits, so this file has a name that runs late.
    await expect(async () => {
      await press("number_send_current");
      await expect(present).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 90_000, intervals: [5_000] });
    await present.pressSequentially(await sandbox.codeFor(mobile, 2));
    await page.getByLabel(t("merchants:account.number_new")).fill(next);
    await press("number_send_new");
    const code = await sandbox.codeFor(next);
    const coming = page.getByLabel(t("merchants:account.number_new_code"));
    await coming.pressSequentially(code === "000000" ? "111111" : "000000");
    await expect(page.getByText(t("merchants:code_wrong"))).toBeVisible();
    await coming.fill("");
    await coming.pressSequentially(code);
    await expect(page.getByText(t("merchants:account.number_changed"))).toBeVisible();
    await expect(page.getByText(next.slice(-4)).first()).toBeVisible();

    await page.goto("/account-settings/settings");
    await page.getByRole("radio", { name: t("merchants:account.calendar_both"), exact: true }).check();
    await page.goto("/account-settings/account-details");
    await expect(page.getByText(/14\d\d/).first()).toBeVisible();
  },
);
