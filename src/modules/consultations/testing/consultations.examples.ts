import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

const consultation = withId("csl_unknown");
const order = withId("cso_unknown");
const advice = { params: { id: "cso_unknown", advice_id: "csa_unknown" } };

/** Nothing is offered before our staff add it. */
export const makeExamples = (_merchant: MerchantFixture): CallExamples => ({
  "GET Clients/Consultations/index": {},
  "GET Clients/Consultations/{id}": { ...consultation, expect: 404 },
  "PUT Clients/Consultations/{id}/draft": {
    ...consultation,
    body: { answers: { goal: "مبيعات أكثر" } },
    expect: 404,
  },
  "POST Clients/Consultations/{id}/order": {
    ...consultation,
    body: { answers: { goal: "مبيعات أكثر" }, expected_price_halalas: 29_900 },
    expect: 404,
  },
  "POST Clients/Consultations/{id}/order-by-card": {
    ...consultation,
    body: { answers: { goal: "مبيعات أكثر" }, expected_price_halalas: 29_900, amount_halalas: 29_900 },
    expect: 404,
  },
  "GET Clients/ConsultationCardOrders/{id}": { ...withId("dep_unknown"), expect: 404 },
  "POST Clients/Consultations/{id}/price": { ...consultation, body: { coupon: "RAWAJ10" }, expect: 404 },
  "GET Clients/ConsultationOrders/index": { query: { search: "101-0001", status: "confirmed", size: "5" } },
  "GET Clients/ConsultationOrders/export": { query: { format: "csv", status: "completed" } },
  "GET Clients/ConsultationOrders/{id}": { ...order, expect: 404 },
  "POST Clients/ConsultationOrders/{id}/cancel": { ...order, body: { reason: "" }, expect: 404 },
  "POST Clients/ConsultationOrders/{id}/delete": { ...order, expect: 404 },
  "POST Clients/ConsultationOrders/{id}/join": { ...order, expect: 404 },
  "POST Clients/ConsultationOrders/{id}/rate": { ...order, body: { rating: 5, comment: "" }, expect: 404 },
  "GET Clients/ConsultationOrders/{id}/advice": { ...order, expect: 404 },
  "POST Clients/ConsultationOrders/{id}/advice/{advice_id}/accept": { ...advice, expect: 404 },
  "POST Clients/ConsultationOrders/{id}/advice/{advice_id}/decline": { ...advice, expect: 404 },
  "GET Clients/ConsultationOrders/{id}/dossier": { ...order, expect: 404 },
  "PUT Clients/ConsultationOrders/{id}/dossier": { ...order, body: { consents: true }, expect: 404 },
  "GET Clients/ConsultationOrders/{id}/messages": { ...order, query: { size: "5" }, expect: 404 },
  "POST Clients/ConsultationOrders/{id}/messages": {
    ...order,
    body: { text: "متى نبدأ؟", client_key: "key-of-noura" },
    expect: 404,
  },
  "GET Clients/ConsultationOrders/{id}/messages/{message_id}/file": {
    params: { id: "cso_unknown", message_id: "csm_unknown" },
    expect: 404,
  },
  "GET Clients/ConsultationOrders/{id}/calendar": { ...order, expect: 404 },
});
