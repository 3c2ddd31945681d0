import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { enrolStaff, signInStaff } from "#app/testing/staff-invitation.ts";
import type { Translate } from "./translate.ts";

/** Where the invitations of the stories' people are kept, by e-mail. */
export const invitationsFile = (): string =>
  join(process.env.STORIES_DATA_DIR ?? "", "staff-invitations.json");

function loadInvitation(email: string): string {
  const invitations = JSON.parse(readFileSync(invitationsFile(), "utf8")) as Record<string, string>;
  const invitation = invitations[email];
  if (!invitation) throw new Error(`${email} was not invited`);
  return invitation;
}

/** The person invited for this project's story. */
export function loadInvited(project: string, retry: number): { email: string; invitation: string } {
  const email = `${project}-${retry}@rawaj.example`;
  return { email, invitation: loadInvitation(email) };
}

/** Two members whose stories begin signed in: what one of them gives, the other consents to. */
export const moneyMembers = ["salem@rawaj.example", "huda@rawaj.example"] as const;
const keysName = "STORIES_STAFF_KEYS";

/** Before all stories, since an invitation serves once. */
export async function enrolMembers(product: string): Promise<void> {
  const keys: Record<string, string> = {};
  for (const email of moneyMembers) keys[email] = (await enrolStaff(product, loadInvitation(email))).key;
  process.env[keysName] = JSON.stringify(keys);
}

type MoneyMember = (typeof moneyMembers)[number];

const tokens = new Map<MoneyMember, Promise<string>>();

/** The member's token. Each code of their app serves once: who signed in stays so for the stories that follow. */
function signInMember(product: string, email: MoneyMember): Promise<string> {
  const keys = JSON.parse(process.env[keysName] ?? "{}") as Record<string, string>;
  const token = tokens.get(email) ?? signInStaff(product, { email, key: keys[email] ?? "" });
  tokens.set(email, token);
  return token;
}

/** A coupon of 10 % for everything, created over HTTP; returns its code. */
export async function createCoupon(product: string, code: string): Promise<string> {
  const token = await signInMember(product, moneyMembers[0]);
  const answer = await fetch(`${product}/Staff/Billing/coupons`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${token}`,
      "idempotency-key": `coupon-${code}`,
    },
    body: JSON.stringify({
      code,
      percent_basis_points: 1_000,
      amount_halalas: null,
      starts_on: null,
      ends_on: null,
      scope: "all",
      max_uses: null,
      max_uses_per_merchant: 1,
      is_first_purchase_only: false,
      is_active: true,
    }),
  });
  if (!answer.ok) throw new Error(`the coupon was answered ${answer.status}: ${await answer.text()}`);
  return code;
}

/** An ad of the library whose structure is known, added over HTTP. */
export async function addLibraryAd(product: string, reference: string): Promise<void> {
  const token = await signInMember(product, moneyMembers[0]);
  const answer = await fetch(`${product}/Staff/AdsLibrary/rows`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({
      ...{ reference, type: "text", link: null, ad_day: null, editor: "", writer: "", notes: "" },
      ...{ season: "ramadan", style: "product_shot", platform: "snapchat", sector: "dates_food" },
      ...{ hook: "price", proof: "reviews", offer: "gift", call_to_action: "order_now" },
    }),
  });
  if (!answer.ok) throw new Error(`the ad was answered ${answer.status}: ${await answer.text()}`);
}

type Offered = { title: string; schedulingUrl: string };

/** A consultation at SAR 299 with one question, offered by this member, created over HTTP. */
export async function addConsultation(product: string, { title, schedulingUrl }: Offered): Promise<void> {
  const token = await signInMember(product, moneyMembers[0]);
  const headers = {
    "content-type": "application/json",
    authorization: `Bearer ${token}`,
    "idempotency-key": `consultation-${title.length}-${Date.now()}`,
  };
  const me = await fetch(`${product}/Staff/Account/me`, {
    headers: { authorization: headers.authorization },
  });
  const { data } = (await me.json()) as { data: { id: string } };
  const goal = { label_ar: "ما هدفك هذا الشهر؟", label_en: "What is your goal this month?" };
  const answer = await fetch(`${product}/Staff/Consultations/create`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      ...{
        title_ar: title,
        title_en: title,
        outcome_ar: "خطة من خمس خطوات",
        outcome_en: "A plan of five steps",
      },
      ...{ price_halalas: 29_900, minutes: 45, consultant_id: data.id, scheduling_url: schedulingUrl },
      questions: [{ id: "goal", kind: "text", ...goal, choices: [], is_required: true }],
      is_active: true,
    }),
  });
  if (!answer.ok) throw new Error(`the consultation was answered ${answer.status}: ${await answer.text()}`);
}

/** Opens the staff's pages as this member. */
export async function openAsMember(page: Page, product: string, email: MoneyMember) {
  const token = await signInMember(product, email);
  await page.goto("/staff");
  await page.evaluate((token) => localStorage.setItem("rawaj.staff.access_token", token), token);
  await page.reload();
}

/** Looks the merchant up by their number, and opens their money. */
export async function openMerchantMoney(page: Page, t: Translate, mobile: string) {
  const field = page.getByRole("textbox", { name: t("finance:merchants.search") });
  await field.fill(mobile);
  await field.press("Enter");
  const found = page.getByRole("list", { name: t("finance:merchants.found") }).getByRole("listitem");
  await found.getByRole("button").click();
  await expect(page.getByRole("heading", { name: t("finance:periods.title") })).toBeVisible();
}
