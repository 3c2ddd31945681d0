import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { buildCampaignInput, type Merchant } from "#app/testing/merchant.ts";
import { freshMobile } from "./steps/fresh-mobile.ts";
import { aReadyMerchant } from "./steps/ready-merchant.ts";
import { codeField, fillName, requestCode } from "./steps/sign-in.ts";
import { expect, remember, story, type Translate } from "./steps/story.ts";

const membersPath = "/account-settings/members";

/** What a page's session may call, as the page itself calls: the status of the answer. */
const callAs = (page: Page, name: string, body?: object) =>
  page.evaluate(
    async ([method = "GET", path = "", json = "", key = ""]) => {
      const answer = await fetch(`/${path}`, {
        method,
        headers: {
          authorization: `Bearer ${localStorage.getItem("rawaj.access_token")}`,
          "idempotency-key": key,
          ...(json ? { "content-type": "application/json" } : {}),
        },
        ...(json ? { body: json } : {}),
      });
      return { status: answer.status, envelope: await answer.json() };
    },
    [...name.split(" "), body ? JSON.stringify(body) : "", randomUUID()],
  );

const openAccountMenu = (page: Page, t: Translate) =>
  page.getByRole("button", { name: t("app:account_menu") }).click();

async function invite(page: Page, t: Translate, mobile: string) {
  await page.goto(membersPath);
  await page.getByRole("textbox", { name: t("merchants:auth.mobile") }).fill(mobile);
  await page.getByRole("button", { name: t("merchants_members:invite.send") }).click();
  await expect(page.getByText(t("merchants_members:invite.sent"))).toBeVisible();
}

story(
  "a media buyer is invited, works under their own name, moves no money out, and is signed out when removed",
  async ({ page, t, sandbox, product, browser, language, contextOptions, viewport, isMobile, hasTouch }) => {
    const { merchant, parts } = await aReadyMerchant(page, { sandbox, product });
    const mobile = freshMobile();
    await invite(page, t, mobile);
    const row = page.getByRole("listitem").filter({ hasText: mobile.slice(-9) });
    await expect(row).toContainText(t("merchants_members:states.invited"));

    const context = await browser.newContext({
      ...contextOptions,
      baseURL: product,
      viewport,
      isMobile,
      hasTouch,
    });
    const buyer = await context.newPage();
    await remember(buyer, { "rawaj.language": language });
    await buyer.goto("/auth");
    await requestCode(buyer, t, mobile);
    const [invitation] = await sandbox.messagesTo(mobile);
    expect(invitation?.text).toContain(product);
    await codeField(buyer, t).pressSequentially(await sandbox.codeFor(mobile, 2));
    await fillName(buyer, t, "سارة العتيبي");
    await buyer.getByRole("button", { name: t("app:invitation.accept"), exact: true }).click();
    await expect(buyer).toHaveURL(`${product}/`);
    await openAccountMenu(buyer, t);
    await expect(buyer.getByRole("button", { name: t("app:merchants.roles.buyer") })).toHaveAttribute(
      "aria-pressed",
      "true",
    );

    await makeCampaign(buyer, merchant, parts);
    await buyer.goto("/financial-transaction/wallet");
    await expect(buyer.getByRole("heading", { level: 1, name: t("wallet:wallet") })).toBeVisible();
    await expect(buyer.getByRole("button", { name: t("wallet_withdrawals:withdraw") })).toHaveCount(0);
    const taken = await callAs(buyer, "POST Clients/Wallet/withdrawals/code");
    expect([taken.status, taken.envelope.code]).toEqual([403, "base.not_allowed"]);
    await buyer.goto("/link-ad-accounts/connect-platform");
    await expect(buyer.getByRole("heading", { name: t("app:unauthorized.title") })).toBeVisible();

    await expect(row).toContainText("سارة العتيبي");
    await page.goto("/notifications");
    await expect(page.getByText(t("notifications:kinds.member_joined.title")).first()).toBeVisible();

    await openAccountMenu(buyer, t);
    await buyer.getByRole("button", { name: t("app:merchants.roles.owner") }).click();
    await expect(buyer).toHaveURL(/first-campaign\/connect-store/);
    await expect(buyer.getByRole("heading", { name: t("first_campaign:store.title") })).toBeVisible();
    await openAccountMenu(buyer, t);
    await buyer.getByRole("button", { name: t("app:merchants.roles.buyer") }).click();
    await expect(buyer).toHaveURL(`${product}/`);

    await page.goto(membersPath);
    await row
      .getByRole("button", { name: t("merchants_members:remove_of", { name: "سارة العتيبي" }) })
      .click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("merchants_members:remove"), exact: true })
      .click();
    await expect(page.getByText(t("merchants_members:removed"))).toBeVisible();
    await expect(buyer).toHaveURL(/\/auth/);
    await context.close();
  },
);

/** The buyer creates a campaign, and the owner reads in its log who did. */
async function makeCampaign(
  buyer: Page,
  owner: Merchant,
  parts: Parameters<typeof buildCampaignInput>[0],
): Promise<void> {
  const created = await callAs(buyer, "POST Clients/Campaigns/create", buildCampaignInput(parts));
  expect(created.status).toBe(200);
  const { items } = await owner.call<{ items: { by_name: string | null }[] }>(
    `GET Clients/Campaigns/${created.envelope.data.id}/changes`,
  );
  expect(items.map(({ by_name }) => by_name)).toContain("سارة العتيبي");
}
