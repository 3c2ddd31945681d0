import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

const unknown = "dsg_unknown";
const size = { params: { id: unknown, placement: "story" }, expect: 404 };

/** Nothing was designed yet: a merchant whose product is not known gets no design. */
export const makeExamples = (_merchant: MerchantFixture): CallExamples => ({
  "GET Clients/DigitalDesigner/state": {},
  "GET Clients/DigitalDesigner/brand-kit": {},
  "PUT Clients/DigitalDesigner/brand-kit": {
    body: {
      colors: { main: "#0f4a38", soft: "#f6ecd9", accent: "#c9973f" },
      font: "Cairo",
      phrases: ["الأفضل"],
    },
  },
  "POST Clients/DigitalDesigner/brand-kit/logo": { expect: 400 },
  "DELETE Clients/DigitalDesigner/brand-kit/logo": {},
  "GET Clients/DigitalDesigner/brand-kit/logo": { expect: 404 },
  "POST Clients/DigitalDesigner/designs": {
    body: {
      request_key: "a-key-of-the-browser",
      seed: 1,
      count: 3,
      product_id: "prd_unknown",
      media_id: null,
      headline: "عطر يسبقك",
      subline: "",
      shows_price: true,
      style: "calm",
      season: "ramadan",
      placements: ["story"],
    },
    expect: 404,
  },
  "POST Clients/DigitalDesigner/requests/{id}/changes": {
    ...withId("dsr_unknown"),
    body: { sentence: "اجعل الخلفية أفتح" },
    expect: 404,
  },
  "POST Clients/DigitalDesigner/changes/{id}/undo": { ...withId("dch_unknown"), expect: 404 },
  "GET Clients/DigitalDesigner/designs": { query: { size: "5" } },
  "GET Clients/DigitalDesigner/designs/{id}": { ...withId(unknown), expect: 404 },
  "PUT Clients/DigitalDesigner/designs/{id}": {
    ...withId(unknown),
    body: {
      version: 1,
      sizes: {
        story: [
          {
            kind: "picture",
            key: "product",
            box: { x: 0, y: 0, width: 1_080, height: 1_920 },
            outline: "none",
            is_hidden: false,
          },
        ],
      },
    },
    expect: 404,
  },
  "DELETE Clients/DigitalDesigner/designs/{id}": { ...withId(unknown), expect: 404 },
  "GET Clients/DigitalDesigner/designs/{id}/sizes/{placement}": size,
  "GET Clients/DigitalDesigner/designs/{id}/sizes/{placement}/preview": size,
  "GET Clients/DigitalDesigner/designs/{id}/sizes/{placement}/file": size,
  "POST Clients/DigitalDesigner/designs/{id}/library": {
    ...withId(unknown),
    body: { placements: ["story"], format: "jpeg" },
    expect: 404,
  },
  "POST Clients/DigitalDesigner/designs/{id}/draft": {
    ...withId(unknown),
    body: { media_ids: ["med_unknown"], draft_id: null, ad_key: null },
    expect: 404,
  },
});
