import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { connectStore, linkAdAccount } from "#app/testing/connections.ts";
import { deposit } from "#app/testing/merchant.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { choosePlatforms, fillGoal, launch } from "./steps/campaign.ts";
import { aMerchant, aMerchantWithAStore, expect, story } from "./steps/story.ts";

const aPicture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c45a32" } });

story(
  "a shop's square WebP is framed on the phone, uploaded, named and deleted",
  async ({ page, t, sandbox, product }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/media");
    const list = page.getByRole("list", { name: t("creative:library.title") });

    await story.step("what it is and what is needed is said, and it is made ready in place", async () => {
      const buffer = await aPicture(900, 900).webp().toBuffer();
      await page
        .getByLabel(t("creative:library.upload"))
        .setInputFiles({ name: "oud.webp", mimeType: "image/webp", buffer });
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText(/WEBP/)).toBeVisible();
      await expect(dialog.getByText(/900.900/)).toBeVisible();
      const shapes = dialog.getByRole("checkbox");
      await expect(shapes).toHaveCount(2);
      await shapes.last().uncheck();
      await dialog.getByRole("group", { name: t("creative:mend.frame") }).press("ArrowLeft");
      await dialog.getByRole("button", { name: t("creative:mend.use") }).click();
      await expect(list.getByRole("article", { name: "oud.jpg" })).toBeVisible();
      await expect(list.getByText(/1080.1920/)).toBeVisible();
    });

    await story.step("its name is changed where it stands", async () => {
      await list.getByRole("button", { name: "oud.jpg" }).click();
      await page.getByRole("menuitem", { name: t("creative:library.rename") }).click();
      await list.getByRole("textbox").fill("oud-eid.jpg");
      await list.getByRole("textbox").press("Enter");
      await expect(list.getByRole("article", { name: "oud-eid.jpg" })).toBeVisible();
    });

    await story.step("no ad uses it, so it can be deleted", async () => {
      await list.getByRole("button", { name: "oud-eid.jpg" }).click();
      await page.getByRole("menuitem", { name: t("creative:library.delete") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("creative:library.delete") })
        .click();
      await expect(page.getByText(t("creative:library.empty"))).toBeVisible();
    });
  },
);

story(
  "an upload that a reload interrupted goes on when its file is chosen again",
  async ({ page, t, sandbox, product }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    const path = story.info().outputPath("coffee.jpg");
    await writeFile(path, await aPicture(1_080, 1_920).jpeg().toBuffer());
    await page.goto("/media");

    // No part arrives before the page is gone.
    const parts = "**/Clients/Media/uploads/*";
    const begun = Promise.withResolvers<void>();
    await page.route(parts, (route) => {
      if (route.request().method() !== "PATCH") return route.continue();
      begun.resolve();
    });
    await page.getByLabel(t("creative:library.upload")).setInputFiles(path);
    await begun.promise;
    await page.reload();
    await page.unroute(parts);

    await page.getByRole("button", { name: t("creative:uploads.show_list") }).click();
    const uploads = page.getByRole("region", { name: t("creative:uploads.title") });
    await expect(uploads.getByText("coffee.jpg", { exact: true })).toBeVisible();
    await uploads.locator('input[type="file"]').setInputFiles(path);
    const list = page.getByRole("list", { name: t("creative:library.title") });
    await expect(list.getByRole("article", { name: "coffee.jpg" })).toBeVisible();
  },
);

story(
  "an upload whose last answer was lost is done after a reload",
  async ({ page, t, sandbox, product }) => {
    await aMerchantWithAStore(page, { sandbox, product });
    await page.goto("/media");
    const parts = "**/Clients/Media/uploads/*";
    const begun = Promise.withResolvers<void>();
    const isNoted = Promise.withResolvers<void>();
    await page.route(parts, async (route) => {
      begun.resolve();
      await isNoted.promise;
      await route.continue();
    });
    const buffer = await aPicture(1_080, 1_920).jpeg().toBuffer();
    await page
      .getByLabel(t("creative:library.upload"))
      .setInputFiles({ name: "dates.jpg", mimeType: "image/jpeg", buffer });
    await begun.promise;
    const stored = await page.evaluate(() => localStorage.getItem("rawaj.uploads") ?? "");
    isNoted.resolve();
    const file = page
      .getByRole("list", { name: t("creative:library.title") })
      .getByRole("article", { name: "dates.jpg" });
    await expect(file).toBeVisible();
    const uploads = page.getByRole("region", { name: t("creative:uploads.title") });
    await expect(uploads.getByRole("button", { name: t("creative:uploads.clear") })).toBeVisible();
    await page.unroute(parts);

    // The page as it would be had it ended before the answer arrived.
    await page.evaluate((stored) => localStorage.setItem("rawaj.uploads", stored), stored);
    await page.reload();
    await uploads.getByRole("button", { name: t("creative:uploads.clear") }).click();
    await expect(uploads).toHaveCount(0);
    await expect(file).toHaveCount(1);
    await page.reload();
    await expect(file).toBeVisible();
    await expect(uploads).toHaveCount(0);
  },
);

type Uploaded = { id: string; width: number; height: number };

story(
  "one picture is cut to the shapes of two platforms, and each campaign of the plan has its own",
  async ({ page, t, sandbox, product }) => {
    const shapes: Partial<Record<Platform, string>> = { snapchat: "1080×1920", x: "1080×1080" };
    const platforms: Platform[] = ["snapchat", "x"];
    const merchant = await aMerchant(page, { sandbox, product });
    await connectStore(merchant);
    for (const platform of platforms) await linkAdAccount(merchant, platform);
    await deposit(merchant, 5_000);
    const field = (key: string) =>
      page.getByRole("textbox", { name: t(`campaigns_form:${key}`), exact: true });
    const next = () => page.getByRole("button", { name: t("campaigns_form:next"), exact: true }).click();

    await story.step("chooses both platforms and a budget", async () => {
      await page.goto("/campaigns/add");
      await choosePlatforms(page, t, platforms);
      await fillGoal(page, t, "قهوة الصباح");
      await next();
      await field("daily_budget").fill("600");
      await next();
    });

    await story.step("chooses one square picture, and is asked for both shapes", async () => {
      const buffer = await aPicture(900, 900).jpeg().toBuffer();
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name: "coffee.jpg", mimeType: "image/jpeg", buffer });
      const dialog = page.getByRole("dialog");
      for (const size of Object.values(shapes))
        await expect(
          dialog.getByRole("checkbox", { name: t("creative:mend.make_shape", { size }) }),
        ).toBeChecked();
      await dialog.getByRole("button", { name: t("creative:mend.use") }).click();
      await expect(page.getByRole("figure").getByText("coffee.jpg")).toHaveCount(2);
      await field("headline").fill("قهوة الصباح");
      await field("brand_name").fill("نخلة");
      await field("text").fill("تحميص هذا الأسبوع");
      await next();
    });

    await story.step("launches the plan", async () => {
      await launch(page, t);
      await expect(page.getByText(t("campaigns_form:progress.states.live"))).toHaveCount(platforms.length, {
        timeout: 60_000,
      });
    });

    const { items: files } = await merchant.call<{ items: Uploaded[] }>("GET Clients/Media/index");
    const { items: campaigns } = await merchant.call<{ items: { id: string; platform: Platform }[] }>(
      "GET Clients/Campaigns/index",
    );
    expect(files).toHaveLength(2);
    expect(campaigns).toHaveLength(2);
    for (const { id, width, height } of files) {
      const { items: uses } = await merchant.call<{ items: { campaign_id: string }[] }>(
        `GET Clients/Media/${id}/uses`,
      );
      const shownBy = campaigns.filter((one) => uses.some((use) => use.campaign_id === one.id));
      expect(shownBy.map(({ platform }) => shapes[platform])).toEqual([`${width}×${height}`]);
    }
    for (const { id } of campaigns) await merchant.call(`POST Clients/Campaigns/${id}/pause`);
  },
);
