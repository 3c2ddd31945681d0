import { randomInt } from "node:crypto";
import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

/** None of those that the sandbox does not reach. */
const newNumber = () => `053${String(randomInt(1_000_000)).padStart(6, "0")}5`;

export function makeExamples({ merchantId }: MerchantFixture): CallExamples {
  const proof = { mobile_number: newNumber(), code: "000000" };
  return {
    "POST Clients/Account/login": { body: { mobile_number: newNumber() } },
    "POST Clients/Account/SignUp": {
      body: { name: "سارة", mobile_number: newNumber(), email: "s@example.com" },
    },
    "POST Clients/Account/ForgotPassword": { body: { mobile_number: newNumber() } },
    "POST Clients/Account/Verification": { body: { ...proof, name: "سارة", email: "" }, expect: 422 },
    "POST Clients/Account/PasswordLogin": {
      body: { mobile_number: newNumber(), password: "not-it" },
      expect: 422,
    },
    "POST Clients/Account/ResetPassword": {
      body: { ...proof, password: "secret-1", password_confirmation: "secret-1" },
      expect: 422,
    },
    "GET Clients/Account/index": {},
    "PUT Clients/Account/UpdateProfile": {
      body: {
        name: "نورة",
        email: "n@example.com",
        language: "ar",
        digits: "latn",
        theme: "dark",
        calendar: "both",
      },
    },
    "POST Clients/Account/number/new-code": {
      body: { mobile_number: newNumber(), current_code: "000000" },
      expect: 422,
    },
    "PUT Clients/Account/number": {
      body: { mobile_number: newNumber(), current_code: "000000", new_code: "000000" },
      expect: 422,
    },
    "GET Clients/Account/sessions": {},
    "GET Clients/Members/index": {},
    "POST Clients/Members/invite": { body: { mobile_number: newNumber(), role: "buyer" } },
    "POST Clients/Members/{id}/resend": { ...withId("mbr_none"), expect: 404 },
    "PUT Clients/Members/{id}/role": { ...withId("mbr_none"), body: { role: "viewer" }, expect: 404 },
    "DELETE Clients/Members/{id}": { ...withId("mbr_none"), expect: 404 },
    "PUT Clients/Account/current-merchant": { body: { merchant_id: merchantId } },
    "POST Clients/Account/merchants/{id}/leave": { ...withId(merchantId), expect: 404 },
    "POST Clients/Account/invitations/{id}/accept": { ...withId("mbr_none"), expect: 404 },
    "POST Clients/Account/invitations/{id}/decline": { ...withId("mbr_none"), expect: 404 },
  };
}

export const makeEndings = ({ ids }: MerchantFixture): CallExamples => ({
  // A withdrawal's code went to the same number less than a minute ago.
  "POST Clients/Account/number/current-code": { expect: 429 },
  "DELETE Clients/Account/sessions/{id}": withId(ids.session),
  "DELETE Clients/Account/sessions": {},
  "POST Clients/Account/logout": {},
});
