import { type Html, html, page } from "../../base/page.ts";
import type { Payment } from "./model.ts";
import { format } from "./money.ts";

/** What the shopper may answer the issuer; the values are those of Moyasar's own emulator, `ABANDONED` is ours. */
export const AUTH_RESULTS = {
  AUTHENTICATED: { ar: "تأكيد الدفع", en: "Authenticate" },
  UNAUTHENTICATED: { ar: "فشل التحقق", en: "Fail" },
  REJECTED: { ar: "رفض من البنك", en: "Rejected by the issuer" },
  UNAVAILABLE: { ar: "البنك غير متاح", en: "Issuer unavailable" },
  ABANDONED: { ar: "العودة دون إكمال", en: "Go back without finishing" },
} as const;

const TITLE = "البنك المُصدر · Card issuer sandbox";

/** The issuer's page: the amount, the card, and a button for each outcome. Plain forms, no script. */
export function issuerPage(what: { amount: string | null; card: string; action: string }): string {
  const amount = what.amount
    ? html`<p>المبلغ <small lang="en" dir="ltr">Amount</small> <b dir="ltr">${what.amount}</b></p>`
    : html`<p>تحقق من البطاقة قبل حفظها <small lang="en" dir="ltr">The card is verified before it is saved</small></p>`;
  const buttons = Object.entries(AUTH_RESULTS).map(
    ([value, words], index) =>
      html`<p><button class="${index === 0 ? "go" : ""}" name="auth_result" value="${value}">${words.ar} · <span lang="en" dir="ltr">${words.en}</span></button></p>`,
  );
  return shopperPage(html`<h1>التحقق بخطوتين <small lang="en" dir="ltr">3-D Secure</small></h1>${amount}
    <p>البطاقة <small lang="en" dir="ltr">Card</small> <b dir="ltr">${what.card}</b></p>
    <form method="post" action="${what.action}">${buttons}</form>`);
}

export function otpPage(payment: Payment, action: string): string {
  return shopperPage(html`<h1>STC Pay</h1>
    <p>المبلغ <small lang="en" dir="ltr">Amount</small> <b dir="ltr">${format(payment.amount, payment.currency)}</b></p>
    <form method="post" action="${action}">
      <label>رمز التحقق <small lang="en" dir="ltr">One-time code</small><br>
        <input type="text" name="otp_value" inputmode="numeric" autocomplete="one-time-code" dir="ltr" required></label>
      <p class="soft">123456 ناجح · 111111 رصيد غير كافٍ · 222222 الحد اليومي</p>
      <p><button class="go">تأكيد · <span lang="en" dir="ltr">Confirm</span></button></p>
    </form>`);
}

export function finishedPage(words: { ar: string; en: string }): string {
  return shopperPage(html`<h1>${words.ar}</h1><p lang="en" dir="ltr" class="soft">${words.en}</p>`);
}

function shopperPage(body: Html): string {
  return page({ title: TITLE, body: html`<main><div class="card">${body}</div></main>` });
}
