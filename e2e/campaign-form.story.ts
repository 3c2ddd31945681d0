import sharp from "sharp";
import { fillGoal, uploadBar } from "./steps/campaign.ts";
import { aReadyMerchant } from "./steps/ready-merchant.ts";
import { expect, type Page, remember, story, type Translate } from "./steps/story.ts";

const next = (page: Page, t: Translate) =>
  page.getByRole("button", { name: t("campaigns_form:next"), exact: true }).click();

/** A file as the merchant's phone would upload it. */
const upload = (page: Page, t: Translate, name: string, mimeType: string, buffer: Buffer) =>
  page.getByLabel(t("campaigns_form:image")).setInputFiles({ name, mimeType, buffer });

story(
  "a merchant who writes a campaign sees each limit where it is exceeded, and loses nothing by a reload",
  async ({ page, t, sandbox, product }) => {
    await aReadyMerchant(page, { sandbox, product });
    const field = (key: string) =>
      page.getByRole("textbox", { name: t(`campaigns_form:${key}`), exact: true });
    await page.goto("/campaigns/add");

    await story.step("nothing is left out unnoticed, and no link leads outside the store", async () => {
      await next(page, t);
      await expect(page.getByText(t("base:field_required")).first()).toBeVisible();
      await fillGoal(page, t, "قهوة الصباح");
      const address = await field("landing_url").inputValue();
      await field("landing_url").fill("https://elsewhere.example/offer");
      await next(page, t);
      await expect(page.getByText(t("campaigns:link_outside_store", { places: "" }).trim())).toBeVisible();
      await field("landing_url").fill(address);
      await next(page, t);
    });

    await story.step("the smallest budget is named, and Arabic digits are accepted", async () => {
      await field("daily_budget").fill("١٩");
      await next(page, t);
      await expect(
        page.getByText(t("campaigns:budget_too_small", { platform: "snapchat", min: "20" })),
      ).toBeVisible();
      await field("daily_budget").fill("٢٠");
      await expect(field("daily_budget")).toHaveValue("20");
      await next(page, t);
    });

    await story.step(
      "an image of the wrong size is offered a crop, and a text named as an image refused",
      async () => {
        const square = await sharp({
          create: { width: 1000, height: 1000, channels: 3, background: "#c45a32" },
        })
          .png()
          .toBuffer();
        await upload(page, t, "square.png", "image/png", square);
        const mending = page.getByRole("dialog");
        await expect(mending.getByText(/1080.1920/).filter({ hasText: /1000.1000/ })).toBeVisible();
        await mending.getByRole("button", { name: t("creative:mend.drop") }).click();
        await upload(page, t, "notes.png", "image/png", Buffer.from("not a picture at all"));
        await expect(page.getByText(t("creative:problems.not_recognised"))).toBeVisible();
        const tall = await sharp({
          create: { width: 1080, height: 1920, channels: 3, background: "#17624b" },
        })
          .jpeg()
          .toBuffer();
        await upload(page, t, "coffee.jpg", "image/jpeg", tall);
        await expect(page.getByText("coffee.jpg")).toBeVisible();
        await expect(uploadBar(page, t)).toHaveCount(0);
        await expect(page.getByRole("alert")).toHaveCount(0);
      },
    );

    await story.step(
      "a headline of 27 letters is one too long; what was written is there after a reload",
      async () => {
        await field("headline").fill("ق".repeat(27));
        await field("brand_name").fill("محمصة حرف");
        await next(page, t);
        await expect(page.getByText(t("campaigns:headline_too_long", { max: 26 }))).toBeVisible();
        await field("headline").fill("ق".repeat(26));
        await expect
          .poll(() => page.evaluate(() => localStorage.getItem("rawaj.campaign_draft") ?? ""))
          .toContain(`"${"ق".repeat(26)}"`);
        await page.reload();
        await expect(field("headline")).toHaveValue("ق".repeat(26));
        await expect(field("brand_name")).toHaveValue("محمصة حرف");
        await next(page, t);
        await expect(page.getByText("قهوة الصباح")).toBeVisible();
      },
    );

    await story.step("it is saved without being launched", async () => {
      await page.getByRole("button", { name: t("campaigns_form:keep") }).click();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("قهوة الصباح");
      await expect(page.getByText(t("campaign:not_started_title"))).toBeVisible();
    });
  },
);

story(
  "text typed while an image is uploading stays when the upload is done",
  async ({ page, t, sandbox, product }) => {
    await aReadyMerchant(page, { sandbox, product });
    const field = (key: string) =>
      page.getByRole("textbox", { name: t(`campaigns_form:${key}`), exact: true });
    await page.goto("/campaigns/add");
    await fillGoal(page, t, "قهوة المساء");
    await next(page, t);
    await field("daily_budget").fill("50");
    await next(page, t);

    const heldUpload = Promise.withResolvers<void>();
    await page.route("**/Clients/Media/uploads", async (route) => {
      await heldUpload.promise;
      await route.continue();
    });
    const tall = await sharp({ create: { width: 1080, height: 1920, channels: 3, background: "#17624b" } })
      .jpeg()
      .toBuffer();
    await upload(page, t, "coffee.jpg", "image/jpeg", tall);
    await expect(uploadBar(page, t).first()).toBeVisible();
    await field("headline").fill("قهوة تُحمّص كل صباح");
    await field("brand_name").fill("محمصة حرف");
    heldUpload.resolve();
    await expect(uploadBar(page, t)).toHaveCount(0);
    await expect(page.getByText("coffee.jpg")).toBeVisible();
    await expect(field("headline")).toHaveValue("قهوة تُحمّص كل صباح");
    await expect(field("brand_name")).toHaveValue("محمصة حرف");

    await page.goBack();
    await expect(field("daily_budget")).toHaveValue("50");
  },
);

story(
  "a draft open in two windows shows a conflict in both, and neither overwrites the other",
  async ({ page, context, t, sandbox, product }) => {
    await aReadyMerchant(page, { sandbox, product });
    const nameOn = (one: Page) => one.getByRole("textbox", { name: t("campaigns_form:name"), exact: true });
    const stored = () => page.evaluate(() => localStorage.getItem("rawaj.campaign_draft") ?? "");
    await page.goto("/campaigns/add");
    await fillGoal(page, t, "الأولى");
    await expect.poll(stored).toContain("الأولى");

    const second = await context.newPage();
    await second.goto("/campaigns/add");
    await expect(nameOn(second)).toHaveValue("الأولى");
    await nameOn(second).fill("الثانية");
    await expect.poll(stored).toContain("الثانية");

    const notice = page.getByText(t("campaigns_form:changed_elsewhere"), { exact: true });
    await expect(notice).toBeVisible();
    await nameOn(page).fill("الأولى معدّلة");
    await page.reload();
    await expect(notice).toBeVisible();
    await expect(nameOn(page)).toHaveValue("الأولى معدّلة");
    expect(await stored()).toContain("الثانية");

    await page.getByRole("button", { name: t("campaigns_form:keep_mine") }).click();
    await expect(notice).toBeHidden();
    await expect.poll(stored).toContain("الأولى معدّلة");
    const noticeThere = second.getByText(t("campaigns_form:changed_elsewhere"), { exact: true });
    await expect(noticeThere).toBeVisible();
    await second.getByRole("button", { name: t("campaigns_form:take_theirs") }).click();
    await expect(nameOn(second)).toHaveValue("الأولى معدّلة");
  },
);

story(
  "a draft begun on one device continues on another, and neither overwrites the other",
  async ({ page, browser, language, t, sandbox, product }) => {
    const { merchant } = await aReadyMerchant(page, { sandbox, product });
    const nameOn = (one: Page) => one.getByRole("textbox", { name: t("campaigns_form:name"), exact: true });
    const saved = async () => {
      const { items } = await merchant.call<{ items: { name: string }[] }>("GET Clients/Drafts/index");
      return items.map(({ name }) => name);
    };
    await page.goto("/campaigns/add");
    await fillGoal(page, t, "الأولى");
    await expect.poll(saved).toEqual(["الأولى"]);

    const computer = await browser.newContext({ baseURL: product });
    const other = await computer.newPage();
    await remember(other, { "rawaj.access_token": merchant.token, "rawaj.language": language });
    await other.goto("/campaigns/add");
    await expect(nameOn(other)).toHaveValue("الأولى");
    await nameOn(other).fill("الثانية");
    await expect.poll(saved).toEqual(["الثانية"]);
    await computer.close();

    await nameOn(page).fill("الأولى معدّلة");
    const notice = page.getByText(t("campaigns_form:changed_on_device"), { exact: true });
    await expect(notice).toBeVisible();
    expect(await saved()).toEqual(["الثانية"]);
    await page.getByRole("button", { name: t("campaigns_form:keep_mine") }).click();
    await expect(notice).toBeHidden();
    await expect.poll(saved).toEqual(["الأولى معدّلة"]);
  },
);
