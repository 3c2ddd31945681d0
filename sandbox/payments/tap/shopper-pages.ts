import { type Html, html, page } from "../../base/page.ts";
import type { Charge } from "./model.ts";

/** What the shopper may answer the bank, with Tap's response code for it. */
export const BANK_RESULTS = {
  AUTHENTICATED: { ar: "تأكيد الدفع", en: "Authenticate", code: null },
  REJECTED: { ar: "فشل التحقق", en: "Fail", code: "516" },
  CANCELLED: { ar: "إلغاء", en: "Cancel", code: "302" },
} as const;

const amountLine = ({ amount, currency }: Charge) =>
  html`<p>المبلغ <small lang="en" dir="ltr">Amount</small> <b dir="ltr">${(amount / 100).toFixed(2)} ${currency}</b></p>`;

/** Tap's own page: the shopper types a card. Plain forms, no script. */
export function cardPage(charge: Charge, action: string, problem: string | null): string {
  const field = (name: string, label: Html, value = "") =>
    html`<label>${label}<br><input type="text" name="${name}" value="${value}" dir="ltr" autocomplete="off"></label>`;
  return shopperPage(html`<h1>صفحة الدفع <small lang="en" dir="ltr">Tap checkout</small></h1>
    ${amountLine(charge)}${problem ? html`<p role="alert"><b>${problem}</b></p>` : null}
    <form method="post" action="${action}">
      ${field("number", html`رقم البطاقة <small lang="en" dir="ltr">Card number</small>`)}
      <div class="row">${field("month", html`الشهر <small lang="en" dir="ltr">Month</small>`)}
      ${field("year", html`السنة <small lang="en" dir="ltr">Year</small>`)}
      ${field("cvc", html`الرمز <small lang="en" dir="ltr">CVC</small>`)}</div>
      ${field("name", html`الاسم على البطاقة <small lang="en" dir="ltr">Name on card</small>`)}
      <p class="soft" dir="ltr">4464040000000007 · 01/2039 · 100</p>
      <p class="row"><button class="go">ادفع · <span lang="en" dir="ltr">Pay</span></button>
      <button name="leave" value="1">إلغاء · <span lang="en" dir="ltr">Cancel</span></button></p>
    </form>`);
}

/** The bank's page: 3-D Secure, with a button for each outcome. */
export function bankPage(charge: Charge, action: string): string {
  const buttons = Object.entries(BANK_RESULTS).map(
    ([value, words], index) =>
      html`<p><button class="${index === 0 ? "go" : ""}" name="result" value="${value}">${words.ar} · <span lang="en" dir="ltr">${words.en}</span></button></p>`,
  );
  return shopperPage(html`<h1>التحقق بخطوتين <small lang="en" dir="ltr">3-D Secure</small></h1>${amountLine(charge)}
    <p>البطاقة <small lang="en" dir="ltr">Card</small> <b dir="ltr">•••• ${charge.card?.lastFour ?? ""}</b></p>
    <form method="post" action="${action}">${buttons}</form>`);
}

export const finishedPage = (): string =>
  shopperPage(
    html`<h1>انتهت العملية</h1><p lang="en" dir="ltr" class="soft">Done, you may close this page.</p>`,
  );

const shopperPage = (body: Html): string =>
  page({ title: "Tap · صفحة الدفع", body: html`<main><div class="card">${body}</div></main>` });
