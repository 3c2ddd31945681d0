import { randomUUID } from "node:crypto";
import type { CallExamples } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

const boughtPackage = { kind: "package", package_id: "pkg_writer_10k", quantity: 1 };
const terms = { plan_version_id: "plv_pro_1", duration_months: 1 };

export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET Clients/Billing/plans": {},
  "GET Clients/Billing/packages": {},
  "GET Clients/Billing/stock": {},
  "POST Clients/Billing/orders/preview": { body: { lines: [boughtPackage] } },
  "POST Clients/Billing/orders": {
    body: {
      lines: [boughtPackage],
      checkout_id: "0b8f6a53-5c1d-4f0e-9a55-0c6f1d2e3a41",
      expected_total_halalas: 4_900,
      payment: { method: "form" },
    },
  },
  "GET Clients/Billing/orders/{id}": { params: { id: ids.order } },
  "POST Clients/Billing/orders/{id}/attach-payment": {
    params: { id: ids.order },
    body: { payment_id: randomUUID() },
  },
  "POST Clients/Billing/orders/{id}/check": { params: { id: ids.order } },
  "GET Clients/Billing/usages": { query: { size: "5", service: "writer_words" } },
  "GET Clients/Billing/subscription": {},
  "GET Clients/Billing/subscription/periods": { query: { size: "5" } },
  // The trial began with the first store.
  "POST Clients/Billing/subscription/start-trial": { expect: 409 },
  "POST Clients/Billing/subscription/upgrade-preview": { body: terms, expect: 402 },
  "POST Clients/Billing/subscription/upgrade": {
    body: { ...terms, payment: { source: "balance" } },
    expect: 402,
  },
  "POST Clients/Billing/subscription/downgrade": { body: terms, expect: 402 },
  "POST Clients/Billing/subscription/cancel": { expect: 409 },
  "POST Clients/Billing/subscription/resume": { expect: 409 },
  "POST Clients/Billing/subscription/cancel-payment": { expect: 409 },
  "POST Clients/Billing/subscription/pay": { body: { payment: { source: "balance" } }, expect: 409 },
  "PUT Clients/Billing/subscription/payment-method": { body: { source: "balance" }, expect: 402 },
  "POST Clients/Billing/subscription/attach-payment": {
    body: { intent_id: "sbp_none", payment_id: "none" },
    expect: 404,
  },
  "POST Clients/Billing/subscription/check-payment": { body: { intent_id: "sbp_none" }, expect: 404 },
  "GET Clients/Billing/invoices": { query: { size: "20" } },
  "GET Clients/Billing/invoices/{id}/pdf": { params: { id: ids.invoice } },
  "GET Clients/Billing/invoices/{id}/xml": { params: { id: ids.invoice } },
  "GET Clients/Billing/invoice-details": {},
  "PUT Clients/Billing/invoice-details": { body: aBuyer },
});

const aBuyer = {
  name: "متجر الورد",
  vat_number: "",
  registration_number: "",
  street: "",
  building_number: "",
  district: "",
  city: "",
  postal_code: "",
  contact_email: "",
  contact_phone: "",
};
