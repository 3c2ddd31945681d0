import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

export const makeExamples = ({ ids }: MerchantFixture): CallExamples => ({
  "GET Clients/Wallet/cards": {},
  // The deposit is paid.
  "POST Clients/Wallet/payments/{id}/page": { ...withId(ids.deposit), expect: 409 },
  "PUT Clients/Wallet/cards/{id}": { ...withId(ids.card), body: { name: "بطاقة المتجر", theme: "red" } },
  "PUT Clients/Wallet/cards/{id}/default": withId(ids.card),
  // A card cannot replace itself, and the merchant has no other.
  "POST Clients/Wallet/cards/{id}/replace": { ...withId(ids.card), body: { card_id: ids.card }, expect: 409 },
});

export const makeEndings = ({ ids }: MerchantFixture): CallExamples => ({
  "DELETE Clients/Wallet/cards/{id}": withId(ids.card),
});
