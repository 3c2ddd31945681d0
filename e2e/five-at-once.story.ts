import type { Route } from "@playwright/test";
import { connectStore, linkAdAccount } from "#app/testing/connections.ts";
import { deposit, type Merchant } from "#app/testing/merchant.ts";
import { type Platform, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { choosePlatforms, launch, uploadBar } from "./steps/campaign.ts";
import { aGif, aPicture, aVideo } from "./steps/files.ts";
import type { Sandbox } from "./steps/sandbox.ts";
import { aMerchant, expect, type Page, story, type Translate } from "./steps/story.ts";

story.setTimeout(180_000);

type Account = { id: string; name: string; platform: Platform };

story(
  "a merchant advertises a product on five platforms with a picture, a GIF and a video, and finishes what one refused",
  async ({ page, t, language, sandbox, product }) => {
    const merchant = await aMerchant(page, { sandbox, product });
    await connectStore(merchant);
    for (const platform of platforms) await linkAdAccount(merchant, platform);
    await deposit(merchant, 5_000);
    const field = (key: string) =>
      page.getByRole("textbox", { name: t(`campaigns_form:${key}`), exact: true });
    const next = () => page.getByRole("button", { name: t("campaigns_form:next"), exact: true }).click();
    const name = `عجوة الموسم ${language} ${merchant.mobile.slice(-4)}`;

    await story.step("chooses five platforms and a product, which fills the link and the texts", async () => {
      await page.goto("/campaigns/add");
      await choosePlatforms(page, t, platforms);
      await page.getByRole("radio", { name: t("campaigns:placements.youtube") }).check();
      await page.getByRole("button", { name: t("campaigns_form:from_product") }).click();
      await page.getByRole("dialog").getByRole("listitem").first().getByRole("button").click();
      await expect(field("landing_url")).not.toHaveValue("");
      await field("name").fill(name);
      await next();
    });

    await story.step(
      "raises a budget that is too small for five by one tap, and splits it by sliders",
      async () => {
        await field("daily_budget").fill("40");
        await fixes(page, t).first().click();
        await expect(field("daily_budget")).not.toHaveValue("40");
        await field("daily_budget").fill("700");
        const slider = page.getByRole("slider", { name: t("campaigns:platform_names.snapchat") });
        await slider.focus();
        const before = Number(await slider.inputValue());
        await page.keyboard.press("ArrowUp");
        await expect(slider).toHaveValue(String(before + 1));
        await next();
      },
    );

    await story.step("adds a picture, and one tap makes the square that X takes of it", async () => {
      await choose(page, await aPicture());
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByText(/1080.1920/).first()).toBeVisible();
      await dialog.getByRole("button", { name: t("creative:mend.use") }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("main").getByText("tall.png").first()).toBeVisible();
      await expect(uploadBar(page, t)).toHaveCount(0);
    });

    await story.step("shortens a headline to what each platform takes by one tap", async () => {
      await field("headline").fill("عجوة المدينة المنورة الفاخرة من مزارعنا إلى بابك اليوم");
      await field("text").fill("عجوة المدينة تصلك هذا الأسبوع");
      const over = page.getByText(t("campaigns:headline_too_long", { max: 26 })).first();
      await expect(over).toBeVisible();
      await fixes(page, t).first().click();
      await expect(over).toBeHidden();
    });

    await story.step("gives X a GIF and YouTube a video of their own", async () => {
      await openPart(page, t, "x");
      await choose(page, await aGif());
      await expect(page.getByText("moving.gif").first()).toBeVisible();
      await openPart(page, t, "google");
      await choose(page, await aVideo(page));
      await expect(page.getByText("film.mp4").first()).toBeVisible();
      await expect(uploadBar(page, t)).toHaveCount(0);
      await field("description").fill("عجوة فاخرة تصلك اليوم");
      await next();
      await expect(page.getByRole("heading", { name: t("campaigns_form:steps.review") })).toBeVisible();
    });

    const tiktok = await findAccount(merchant, "tiktok");
    await story.step(
      "launches while an account is disconnected elsewhere, and three answers are lost",
      async () => {
        for (const vendor of halfAnswering)
          await sandbox.fault({ vendor, kind: "half_done", times: 1, method: "POST", path: "campaign" });
        const disconnectFirst = async (route: Route) => {
          await merchant.call("POST Clients/AdAccounts/disconnect", { body: { ad_account_id: tiktok.id } });
          await route.continue();
        };
        await page.route("**/Clients/Plans/*/launch", disconnectFirst, { times: 1 });
        await launch(page, t);
        await expectStates(page, t, { live: 3, sent: 1, refused: 1 });
        // Now: the sandbox keeps the last requests of all platforms, and every campaign's polls are among them.
        for (const platform of platforms)
          expect(await countCreated(sandbox, platform, name), `campaigns created on ${platform}`).toBe(
            platform === "tiktok" ? 0 : 1,
          );
      },
    );

    await story.step("waits for YouTube, which takes minutes to prepare a video", async () => {
      await sandbox.step("PT3M");
      await expectStates(page, t, { live: 4, sent: 0, refused: 1 });
    });

    await story.step("connects it again and finishes the rest by one tap", async () => {
      await linkAdAccount(merchant, "tiktok", `fresh-${/\d+$/.exec(tiktok.name)?.[0]}`);
      await page.getByRole("button", { name: t("campaigns_form:progress.finish") }).click();
      await expectStates(page, t, { live: 5, refused: 0 });
      await expect(page.getByRole("button", { name: t("campaigns_form:progress.finish") })).toBeHidden();
    });

    expect(await countCreated(sandbox, "tiktok", name), "campaigns created on tiktok").toBe(1);
    const { items } = await merchant.call<{ items: { id: string; daily_budget_halalas: number }[] }>(
      "GET Clients/Campaigns/index",
    );
    expect(items).toHaveLength(platforms.length);
    expect(items.reduce((sum, one) => sum + one.daily_budget_halalas, 0)).toBe(700_00);
    for (const { id } of items) await merchant.call(`POST Clients/Campaigns/${id}/pause`);
  },
);

/** Those that create the campaign and answer with a failure. */
const halfAnswering = ["meta", "snapchat", "x"] as const;

/** The taps that set a value to the nearest one that passes. */
const fixes = (page: Page, t: Translate) =>
  page.getByRole("list", { name: t("campaigns_form:fixes") }).getByRole("button");

const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.getByRole("main").locator('input[type="file"]').first().setInputFiles(file);

const openPart = (page: Page, t: Translate, platform: Platform) =>
  page
    .getByRole("group", { name: t("campaigns_form:scope"), exact: true })
    .or(page.getByRole("radiogroup", { name: t("campaigns_form:scope"), exact: true }))
    .getByRole("radio", { name: new RegExp(`^${t(`campaigns:platform_names.${platform}`)}`) })
    .check();

/** How many of the plan's campaigns are in each of these states. */
async function expectStates(page: Page, t: Translate, states: Record<string, number>) {
  for (const [state, count] of Object.entries(states))
    await expect(page.getByText(t(`campaigns_form:progress.states.${state}`))).toHaveCount(count, {
      timeout: 60_000,
    });
}

async function findAccount(merchant: Merchant, platform: Platform): Promise<Account> {
  const { ad_accounts } = await merchant.call<{ ad_accounts: Account[] }>("GET Clients/AdAccounts/index");
  const found = ad_accounts.find((one) => one.platform === platform);
  if (!found) throw new Error(`no account is linked on ${platform}`);
  return found;
}

/** Each platform's address where a campaign is created. */
const creationPaths: Record<Platform, RegExp> = {
  meta: /\/act_\d+\/campaigns$/,
  snapchat: /\/adaccounts\/[^/]+\/campaigns$/,
  tiktok: /\/campaign\/create\/$/,
  x: /\/accounts\/[^/]+\/campaigns$/,
  google: /\/googleAds:mutate$/,
};

/** How often the platform was asked to create a campaign of this name. */
async function countCreated(sandbox: Sandbox, platform: Platform, name: string): Promise<number> {
  const calls = await sandbox.received(platform);
  const atItsAddress = calls.filter(
    ({ method, path }) => method === "POST" && creationPaths[platform].test(path.split("?")[0] ?? ""),
  );
  const texts = atItsAddress.map(({ path, body }) =>
    decodeURIComponent(`${path} ${body}`.replaceAll("+", " ")),
  );
  const isCampaign = (text: string) => platform !== "google" || text.includes("campaignOperation");
  return texts.filter((text) => isCampaign(text) && text.includes(name)).length;
}
