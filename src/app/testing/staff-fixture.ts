import { randomUUID } from "node:crypto";
import type { Db } from "#base/server/db/db.ts";
import { addMember } from "#modules/staff/server/manage-members.ts";
import { openSession } from "#modules/staff/server/sessions.store.ts";
import { defaultStaffSettings } from "#modules/staff/server/staff.settings.ts";
import type { RequestInput } from "./call-examples.ts";

/** Somebody of the staff with an open invitation. */
export type StaffFixture = {
  invitation: string;
  /** A separate session, so that ending it ends nothing else. */
  token(): Promise<string>;
};

export async function buildStaffFixture(db: Db): Promise<StaffFixture> {
  const input = { email: "fixture@rawaj.example", name: "نورة", role: "admin" } as const;
  const { member, invitation } = await addMember(db, input, new Date());
  const visitor = { address: "192.0.2.7", userAgent: "a test" };
  return {
    invitation,
    async token() {
      const { sessionLimits } = defaultStaffSettings;
      const open = db.transaction((tx) => openSession(tx, member.id, visitor, sessionLimits, new Date()));
      return (await open).token;
    },
  };
}

/** A valid example of every call of the staff, and the expected result. Each can run after the one before. */
export function staffExamplesFor({
  invitation,
}: StaffFixture): Record<string, RequestInput & { expect?: number }> {
  const password = "saffron and seven crocuses";
  return {
    "POST Staff/Account/login": { body: { email: "nobody@rawaj.example", password }, expect: 422 },
    "POST Staff/Account/second-factor": { body: { challenge: "none", code: "000000" }, expect: 409 },
    "POST Staff/Account/recovery-code": {
      body: { challenge: "none", recovery_code: "00000-00000" },
      expect: 409,
    },
    "POST Staff/Account/enroll": { body: { invitation } },
    "POST Staff/Account/enroll/confirm": {
      body: { invitation, password, password_confirmation: `${password}!`, code: "000000" },
      expect: 400,
    },
    "GET Staff/Seasons/index": {},
    "PUT Staff/Seasons/month": { body: { hijri_year: 1448, hijri_month: 9, shift_days: 0 } },
    "PUT Staff/Seasons/cost-factor": {
      body: { season: "ramadan", phase: "last_ten", factor_basis_points: 14_000 },
    },
    ...financeExamples(),
    ...abuseExamples(),
    ...catalogueExamples(),
    ...libraryExamples(),
    ...consultationExamples(),
    ...companyExamples(),
    "GET Staff/Account/me": {},
    "POST Staff/Account/logout": {},
  };
}

function companyExamples(): Record<string, RequestInput & { expect?: number }> {
  const empty = { email: "", phone: "", whatsapp: "", street: "", district: "", city: "" };
  const numbers = { vat_number: "", registration_number: "", building_number: "", postal_code: "" };
  return {
    "GET Staff/Company/details": {},
    "PUT Staff/Company/details": {
      // Over a version that nobody has saved: calls before this one may have saved some.
      body: { ...empty, ...numbers, name_ar: "رواج", name_en: "Rawaj", version: 900 },
      expect: 409,
    },
    "GET Staff/Company/texts": {},
    "PUT Staff/Company/texts/{document}": {
      params: { document: "terms" },
      body: { text_ar: "الشروط", text_en: "The terms", version: 900 },
      expect: 409,
    },
  };
}

function abuseExamples(): Record<string, RequestInput & { expect?: number }> {
  const link = { id: "99999999" };
  return {
    "GET Staff/Tracking/reports": {},
    "POST Staff/Tracking/links/{id}/block": { params: link, body: { reason: "احتيال" }, expect: 404 },
    "POST Staff/Tracking/links/{id}/unblock": { params: link, expect: 404 },
    "POST Staff/Tracking/reports/{report_id}/dismiss": { params: { report_id: "rep_none" }, expect: 404 },
  };
}

/** Of a merchant that nobody is, so that no money of the other calls moves. */
function financeExamples(): Record<string, RequestInput & { expect?: number }> {
  const merchant = { merchant_id: "mer_none" };
  const payout = { ...merchant, withdrawal_id: "wdr_none" };
  const refund = { amount_halalas: 1_000, reason: "تعويض عن عطل" };
  const base = "Staff/Finance/merchants/{merchant_id}";
  return {
    "GET Staff/Finance/payouts": {},
    [`POST ${base}/payouts/{withdrawal_id}/start`]: { params: payout, expect: 404 },
    [`POST ${base}/payouts/{withdrawal_id}/confirm`]: {
      params: payout,
      body: { bank_reference: "FT26327001" },
      expect: 404,
    },
    [`POST ${base}/payouts/{withdrawal_id}/refuse`]: {
      params: payout,
      body: { reason: "الآيبان مغلق" },
      expect: 404,
    },
    "GET Staff/Finance/merchants": { query: { search: "نورة" } },
    [`GET ${base}`]: { params: merchant, expect: 404 },
    [`POST ${base}/credits`]: { params: merchant, body: refund, expect: 404 },
    "GET Staff/Finance/credits": {},
    "POST Staff/Finance/credits/{credit_id}/approve": { params: { credit_id: "crd_none" }, expect: 404 },
    "POST Staff/Finance/credits/{credit_id}/reject": { params: { credit_id: "crd_none" }, expect: 404 },
    [`POST ${base}/orders/{order_id}/refund`]: {
      params: { ...merchant, order_id: "ord_none" },
      body: refund,
      expect: 404,
    },
    [`POST ${base}/payments/{payment_id}/refund`]: {
      params: { ...merchant, payment_id: "pay_none" },
      body: refund,
      expect: 404,
    },
    [`POST ${base}/periods/{period_id}/refund`]: {
      params: { ...merchant, period_id: "per_none" },
      body: refund,
      expect: 404,
    },
    [`POST ${base}/vouchers/redeem`]: { params: merchant, body: { reason: "C-104" }, expect: 404 },
    [`POST ${base}/chargebacks`]: {
      params: merchant,
      body: { ...refund, payment_id: "pay_none", dispute_id: "dsp_none" },
      expect: 404,
    },
    [`POST ${base}/chargebacks/{chargeback_id}/win`]: {
      params: { ...merchant, chargeback_id: "cbk_none" },
      expect: 404,
    },
    "GET Staff/Finance/write-lock": {},
    "POST Staff/Finance/write-lock/lift": {},
    "GET Staff/Finance/agreement": {},
    "GET Staff/Finance/agreement/differences": { query: { kind: "payment_amount", size: "5" } },
  };
}

/** Of a row that is not there; each new one has a reference of its own. */
function libraryExamples(): Record<string, RequestInput & { expect?: number }> {
  const nothing = {
    link: null,
    ad_day: null,
    season: null,
    style: null,
    platform: null,
    sector: null,
    hook: null,
    proof: null,
    offer: null,
    call_to_action: null,
    editor: "",
    writer: "",
    notes: "",
  };
  const row = { type: "image", ...nothing };
  const unknown = { params: { id: "lib_unknown" }, expect: 404 };
  return {
    "GET Staff/AdsLibrary/rows": { query: { search: "رمضان", shown: "archived", size: "5" } },
    "POST Staff/AdsLibrary/rows": { body: { ...row, reference: randomUUID() } },
    "PUT Staff/AdsLibrary/rows/{id}": { ...unknown, body: { ...row, reference: randomUUID(), revision: 1 } },
    "POST Staff/AdsLibrary/rows/{id}/archive": unknown,
    "POST Staff/AdsLibrary/rows/{id}/restore": unknown,
    "POST Staff/AdsLibrary/rows/{id}/file": { ...unknown, body: {} },
    "POST Staff/AdsLibrary/rows/{id}/poster": { ...unknown, body: {} },
    "GET Staff/AdsLibrary/rows/{id}/thumbnail": unknown,
    // Without a file.
    "POST Staff/AdsLibrary/import": { body: {}, expect: 400 },
  };
}

/** Of orders that are not there. Whoever creates a consultation names a consultant, which the tests' texts never do. */
function consultationExamples(): Record<string, RequestInput & { expect?: number }> {
  const consultation = {
    title_ar: "مراجعة الحملات",
    title_en: "Campaign review",
    outcome_ar: "خطة من خمس خطوات",
    outcome_en: "A plan of five steps",
    price_halalas: 29_900,
    minutes: 45,
    consultant_id: "stf_none",
    scheduling_url: "https://cal.com/rawaj/review",
    questions: [],
    is_active: false,
  };
  const unknown = { params: { id: "cso_unknown" }, expect: 404 };
  const reason = { reason: "لا موعد هذا الشهر" };
  const base = "Staff/ConsultationOrders/{id}";
  return {
    "GET Staff/Consultations/index": {},
    "POST Staff/Consultations/create": { body: consultation, expect: 400 },
    "PUT Staff/Consultations/{id}": { ...unknown, body: { ...consultation, revision: 1 } },
    "POST Staff/Consultations/reorder": { body: { items: [{ id: "csl_none", revision: 1 }] }, expect: 409 },
    "GET Staff/ConsultationOrders/index": { query: { search: "101-0001", status: "created", size: "5" } },
    "GET Staff/ConsultationOrders/export": { query: { format: "csv", status: "completed" } },
    [`GET ${base}`]: unknown,
    [`POST ${base}/accept`]: unknown,
    [`POST ${base}/reject`]: { ...unknown, body: reason },
    [`POST ${base}/confirm`]: {
      ...unknown,
      body: { starts_at: "2030-11-21T10:00:00Z", meeting_url: "https://meet.example/rawaj" },
    },
    [`POST ${base}/join`]: unknown,
    [`POST ${base}/complete`]: unknown,
    [`POST ${base}/cancel`]: { ...unknown, body: reason },
    [`GET ${base}/dossier`]: unknown,
    [`GET ${base}/advice`]: unknown,
    [`POST ${base}/advice`]: {
      ...unknown,
      body: { kind: "budget", campaign_id: "cmp_none", to_halalas: 20_000, note: "ارفعها", expected_roas: 3 },
    },
    [`GET ${base}/messages`]: unknown,
    [`POST ${base}/messages`]: { ...unknown, body: { text: "أهلًا", client_key: "key-of-the-staff" } },
    [`GET ${base}/messages/{message_id}/file`]: {
      params: { id: "cso_unknown", message_id: "csm_unknown" },
      expect: 404,
    },
  };
}

/**
 * Plans are created and changed by none: wrong texts would be plans of their own. Each coupon has a code that no other
 * has.
 */
function catalogueExamples(): Record<string, RequestInput & { expect?: number }> {
  const names = { name_ar: "التوسع", name_en: "Scale", description_ar: "", description_en: "" };
  const opens = {
    writer_words: 50_000,
    designer_pictures: 100,
    rules: null,
    messages: 1_000,
    consultations: 1,
    ai_campaigns: 30,
    members: 3,
    landing_pages: 0,
  };
  const prices = {
    price_1_halalas: 24_900,
    price_3_halalas: 70_900,
    price_6_halalas: 134_400,
    // Less than half a year: refused whatever else is right.
    price_12_halalas: 100_000,
  };
  const plan = { ...names, ...prices, ...opens, is_offered: true };
  const titles = { title_ar: "رسالة", title_en: "A message", description_ar: "", description_en: "" };
  const item = { service: "sms", units: 1, price_halalas: 100, valid_days: null, is_active: true, ...titles };
  const coupon = {
    percent_basis_points: 1_000,
    amount_halalas: null,
    starts_on: "2026-12-01",
    ends_on: "2026-12-31",
    scope: "all",
    max_uses: 10,
    max_uses_per_merchant: 1,
    is_first_purchase_only: false,
    is_active: true,
  };
  const revision = 1;
  return {
    "GET Staff/Billing/plans": {},
    "PUT Staff/Billing/plans/{code}": {
      params: { code: "growth" },
      body: { ...plan, revision },
      expect: 400,
    },
    // Not the order of all plans.
    "POST Staff/Billing/plans/reorder": { body: { items: [{ code: "growth", revision }] }, expect: 409 },
    "POST Staff/Billing/plans": { body: { code: "scale", ...plan }, expect: 400 },
    "GET Staff/Billing/packages": {},
    "PUT Staff/Billing/packages/{id}": {
      params: { id: "pkg_none" },
      body: { ...item, revision },
      expect: 404,
    },
    "POST Staff/Billing/packages/reorder": { body: { items: [{ id: "pkg_none", revision }] }, expect: 409 },
    "POST Staff/Billing/packages": { body: item },
    "GET Staff/Billing/coupons": {},
    "PUT Staff/Billing/coupons/{id}": {
      params: { id: "cpn_none" },
      body: { ...coupon, revision },
      expect: 404,
    },
    "POST Staff/Billing/coupons": { body: { code: randomUUID(), ...coupon } },
  };
}
