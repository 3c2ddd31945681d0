import { deposit } from "#app/testing/merchant.ts";
import { answerBank, cards, payByCard } from "./steps/pay.ts";
import { addConsultation, createCoupon, moneyMembers, openAsMember } from "./steps/staff.ts";
import { aMerchantWithAStore, expect, type Page, story, type Translate } from "./steps/story.ts";

const catalogue = "/marketing-consultations";
const orders = "/marketing-consultations-orders";
const goal = "مبيعات أكثر في نهاية الأسبوع";

/** Chooses the consultation from the catalogue, and answers its question. */
async function openOrderForm(page: Page, t: Translate, title: string) {
  await page.goto(catalogue);
  await page.getByRole("link", { name: `${t("consultations:choose")}: ${title}` }).click();
  const field = page.getByRole("textbox", { name: /هدفك|goal/ });
  await field.fill(goal);
  return field;
}

/** Chooses the consultation, answers its question and pays it; returns the address of the order's page. */
async function order(page: Page, t: Translate, title: string, coupon?: string): Promise<string> {
  const field = await openOrderForm(page, t, title);
  await expect(page.getByText(t("consultations:order.rule_move"))).toBeVisible();
  await expect(page.getByText(t("consultations:order.saved"), { exact: true })).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(goal);
  if (coupon) {
    await page.getByLabel(t("consultations:order.coupon"), { exact: true }).fill(coupon);
    await page.getByRole("button", { name: t("consultations:order.apply_coupon") }).click();
    await expect(page.getByText("269.10")).toBeVisible();
  }
  await page.getByRole("button", { name: t("consultations:order.pay") }).click();
  await expect(page.getByText(t("consultations:status.created"))).toBeVisible();
  return new URL(page.url()).pathname;
}

/** The newest order of this consultation, opened among those of the staff. */
async function openAsStaff(page: Page, t: Translate, title: string) {
  const row = page
    .getByRole("list", { name: t("consultations_staff:orders.title") })
    .getByRole("listitem")
    .filter({ hasText: title })
    .first();
  await row.getByText(t("consultations_staff:orders.show"), { exact: true }).click();
  const press = (act: string) =>
    row.getByRole("button", { name: t(`consultations_staff:orders.${act}`), exact: true }).click();
  return { row, press };
}

/** Follows a link that leads away from the product, and chooses one of the calendar's times. */
async function chooseTime(page: Page, link: string, which: "first" | "last") {
  const address = await page.getByRole("link", { name: link }).getAttribute("href");
  await page.goto(address ?? "");
  await page.locator('button[name="start"]')[which]().click();
  await expect(page.getByText("Booked")).toBeVisible();
}

story.describe("a merchant who orders a consultation", () => {
  story(
    "pays it with a coupon, chooses a time at the calendar, moves it, and cancels it there with the money back",
    async ({ page, t, sandbox, product }) => {
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      await deposit(merchant, 500);
      const title = `مراجعة الحملات ${merchant.mobile}`;
      await addConsultation(product, { title, schedulingUrl: `${sandbox.url}/calcom/rawaj/review` });
      const coupon = await createCoupon(product, `CON${merchant.mobile.slice(-6)}`);
      const address = await order(page, t, title, coupon);
      await expect(page.getByText("269.10").first()).toBeVisible();
      await expect(page.getByText("299.00").first()).toBeVisible();

      await openAsMember(page, product, moneyMembers[0]);
      const { row, press } = await openAsStaff(page, t, title);
      await expect(row.getByText(goal)).toBeVisible();
      await press("accept");
      await expect(row.getByText(t("consultations:status.accepted"))).toBeVisible();

      await page.goto(address);
      await chooseTime(page, t("consultations:meeting.choose"), "first");
      await page.goto(address);
      await expect(
        page.getByText(t("consultations:status.confirmed"), { exact: true }).first(),
      ).toBeVisible();
      await chooseTime(page, t("consultations:meeting.move"), "last");
      await page.getByRole("button").click();
      await expect(page.getByText("Cancelled")).toBeVisible();

      await page.goto(address);
      await expect(page.getByText(t("consultations:happened.moved"))).toBeVisible();
      await expect(page.getByText(t("consultations:money.returned"))).toBeVisible();
      const wallet = await merchant.call<{ available_halalas: number }>("GET Clients/Wallet/index");
      expect(wallet.available_halalas).toBe(500_00);

      await page.getByRole("button", { name: t("consultations:delete.act") }).click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: t("consultations:delete.act") })
        .click();
      await expect(page.getByText(t("consultations:orders.empty"))).toBeVisible();
    },
  );

  story(
    "pays what the balance lacks by card, once the bank agrees, and lands on the order",
    async ({ page, t, sandbox, product }) => {
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      await deposit(merchant, 100);
      const title = `بالبطاقة ${merchant.mobile}`;
      await addConsultation(product, { title, schedulingUrl: "https://calendar.example/rawaj" });
      await openOrderForm(page, t, title);
      const paidPage = /\/marketing-consultations-/;
      // The card of the earlier deposit is chosen first.
      const payByNewCard = async () => {
        await page.getByRole("radio", { name: t("consultations:order.new_card") }).check();
        await page.getByRole("button", { name: t("consultations:order.pay_by_card") }).click();
      };
      await payByNewCard();
      await payByCard(page, cards.noBalance);
      await answerBank(page, "AUTHENTICATED", paidPage);
      await expect(page.getByRole("alert")).toContainText(t("payments:payment_failed_balance"));
      expect(await merchant.call("GET Clients/Wallet/index")).toMatchObject({
        available_halalas: 100_00,
        reserved_halalas: 0,
      });

      await page.getByRole("button", { name: t("wallet:try_again_payment") }).click();
      await payByNewCard();
      await payByCard(page, cards.good);
      await answerBank(page, "AUTHENTICATED", paidPage);
      await expect(page.getByText(t("consultations:status.created"))).toBeVisible();
      expect(await merchant.call("GET Clients/Wallet/index")).toMatchObject({
        available_halalas: 0,
        reserved_halalas: 299_00,
      });
    },
  );

  story(
    "meets the consultant at a time that our staff confirmed, pays once it was held, and rates it",
    async ({ page, t, sandbox, product }) => {
      const merchant = await aMerchantWithAStore(page, { sandbox, product });
      await deposit(merchant, 500);
      const title = `خطة رمضان ${merchant.mobile}`;
      await addConsultation(product, { title, schedulingUrl: "https://calendar.example/rawaj" });
      await page.route("https://meet.example/**", (route) => route.fulfill({ body: "a video call" }));
      const address = await order(page, t, title);

      await openAsMember(page, product, moneyMembers[0]);
      const opened = await openAsStaff(page, t, title);
      await opened.press("accept");
      await opened.press("confirm");
      const start = new Date((await sandbox.now()).getTime() + 10 * 60_000 + 3 * 3_600_000).toISOString();
      const day = start.slice(0, 10).split("-").reverse().join("/");
      await opened.row.getByLabel(t("consultations_staff:orders.day"), { exact: true }).fill(day);
      await opened.row.getByLabel(t("consultations_staff:orders.time")).fill(start.slice(11, 16));
      await opened.row
        .getByLabel(t("consultations_staff:orders.meeting_url"))
        .fill("https://meet.example/one");
      await opened.press("confirm");
      await opened.press("join");
      await expect(page.getByText("a video call")).toBeVisible();

      await page.goto(address);
      await page.getByRole("button", { name: t("consultations:meeting.join") }).click();
      await expect(page.getByText("a video call")).toBeVisible();
      await sandbox.step("PT15M");

      await openAsMember(page, product, moneyMembers[0]);
      const { row, press } = await openAsStaff(page, t, title);
      await press("complete");
      await expect(row.getByText(t("consultations:status.completed"))).toBeVisible();

      await page.goto(address);
      await expect(page.getByText(t("consultations:money.earned"), { exact: true })).toBeVisible();
      await page.locator("label", { hasText: t("consultations:rate.star", { count: 5 }) }).click();
      await page.getByRole("button", { name: t("consultations:rate.send") }).click();
      await expect(page.getByText(t("consultations:happened.rated"))).toBeVisible();
      await page.goto("/financial-transaction/invoices");
      await expect(page.getByText(title)).toBeVisible();
      await page.goto(orders);
      await expect(page.getByRole("listitem").filter({ hasText: title })).toContainText("299.00");
      await page.getByRole("button", { name: t("consultations:export.title") }).click();
      const saved = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: t("consultations:export.xlsx") }).click();
      expect((await saved).suggestedFilename()).toContain(".xlsx");
    },
  );
});
