import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { aMerchantWithAStore, expect, story } from "./steps/story.ts";

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
    await page.route(parts, () => begun.resolve());
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
