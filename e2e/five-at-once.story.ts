import { connectStore, linkAdAccount } from "#app/testing/connections.ts";
import { deposit } from "#app/testing/merchant.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { choosePlatforms, fillGoal, launch, uploadPicture } from "./steps/campaign.ts";
import { aMerchant, expect, story } from "./steps/story.ts";

story.setTimeout(300_000);

const together: Platform[] = ["meta", "snapchat", "tiktok"];

story(
  "a merchant writes one plan for three platforms, mends what one of them refuses, and sees each go live",
  async ({ page, t, sandbox, product }) => {
    const merchant = await aMerchant(page, { sandbox, product });
    await connectStore(merchant);
    for (const platform of together) await linkAdAccount(merchant, platform);
    await deposit(merchant, 5_000);
    const field = (key: string) =>
      page.getByRole("textbox", { name: t(`campaigns_form:${key}`), exact: true });
    const next = () => page.getByRole("button", { name: t("campaigns_form:next"), exact: true }).click();

    await story.step("chooses the platforms, and writes what they share once", async () => {
      await page.goto("/campaigns/add");
      await choosePlatforms(page, t, together);
      await fillGoal(page, t, "تمور رمضان");
      await next();
    });

    await story.step(
      "raises a small budget to what all need with one tap, and splits it by sliders",
      async () => {
        await field("daily_budget").fill("30");
        await page.getByRole("button", { name: /^(اجعلها|Set to)/ }).click();
        await expect(field("daily_budget")).not.toHaveValue("30");
        await field("daily_budget").fill("600");
        const slider = page.getByRole("slider", { name: t("campaigns:platform_names.snapchat") });
        await slider.focus();
        const before = Number(await slider.inputValue());
        await page.keyboard.press("ArrowUp");
        await expect(slider).toHaveValue(String(before + 1));
        await next();
      },
    );

    await story.step("writes the ad, with a headline of its own for one platform", async () => {
      await uploadPicture(page, t);
      await field("headline").fill("تمور المدينة");
      await field("brand_name").fill("نخلة");
      await field("text").fill("خصم على العجوة هذا الأسبوع");
      await page.getByRole("radio", { name: t("campaigns:platform_names.snapchat") }).check();
      await field("headline").fill("عجوة تصل اليوم");
      await page.getByRole("radio", { name: t("campaigns_form:shared") }).check();
      await expect(field("headline")).toHaveValue("تمور المدينة");
      await next();
    });

    await story.step("reads each platform's campaign once more, and launches them together", async () => {
      for (const platform of together)
        await expect(
          page.getByRole("heading", { name: t(`campaigns:platform_names.${platform}`) }),
        ).toBeVisible();
      await launch(page, t);
      await expect(page.getByText(t("campaigns_form:progress.states.live"))).toHaveCount(together.length, {
        timeout: 60_000,
      });
    });

    const { items } = await merchant.call<{ items: { id: string; daily_budget_halalas: number }[] }>(
      "GET Clients/Campaigns/index",
    );
    expect(items).toHaveLength(together.length);
    expect(items.reduce((sum, one) => sum + one.daily_budget_halalas, 0)).toBe(600_00);
    for (const { id } of items) await merchant.call(`POST Clients/Campaigns/${id}/pause`);
  },
);
