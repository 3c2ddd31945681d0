import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

const unknown = "lib_unknown";
const collected = { params: { id: "col_unknown", item_id: unknown } };

/** The library begins empty, and a merchant without orders has no winners. */
export const makeExamples = (_merchant: MerchantFixture): CallExamples => ({
  "GET Clients/AdsLibrary/index": { query: { search: "رمضان", season: "ramadan", size: "5" } },
  "GET Clients/AdsLibrary/items/{id}": { ...withId(unknown), expect: 404 },
  "GET Clients/AdsLibrary/items/{id}/file": { ...withId(unknown), expect: 404 },
  "GET Clients/AdsLibrary/items/{id}/thumbnail": { ...withId(unknown), expect: 404 },
  "PUT Clients/AdsLibrary/items/{id}/note": { ...withId(unknown), body: { text: "بداية قوية" }, expect: 404 },
  "PUT Clients/AdsLibrary/items/{id}/structure": {
    ...withId(unknown),
    body: { hook: "price", proof: null, offer: "gift" },
    expect: 404,
  },
  "POST Clients/AdsLibrary/items/{id}/draft": { ...withId(unknown), expect: 404 },
  "POST Clients/AdsLibrary/collections": { body: { name: "أفكار رمضان" } },
  "GET Clients/AdsLibrary/collections": {},
  "PUT Clients/AdsLibrary/collections/{id}": {
    ...withId("col_unknown"),
    body: { name: "أفكار العيد" },
    expect: 404,
  },
  "PUT Clients/AdsLibrary/collections/{id}/items/{item_id}": { ...collected, expect: 404 },
  "DELETE Clients/AdsLibrary/collections/{id}/items/{item_id}": { ...collected, expect: 404 },
  "DELETE Clients/AdsLibrary/collections/{id}": { ...withId("col_unknown"), expect: 404 },
  "GET Clients/AdsLibrary/sector": {},
  "PUT Clients/AdsLibrary/sector": { body: { sector: "perfumes", is_shared: false } },
});
