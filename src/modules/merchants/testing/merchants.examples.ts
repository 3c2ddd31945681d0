import { randomInt } from "node:crypto";
import { type CallExamples, withId } from "#app/testing/call-examples.ts";
import type { MerchantFixture } from "#app/testing/merchant-fixture.ts";

const newNumber = () => `053${String(randomInt(10_000_000)).padStart(7, "0")}`;

export function makeExamples(): CallExamples {
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
      body: { name: "نورة", email: "n@example.com", language: "ar", digits: "latn", theme: "dark" },
    },
    "GET Clients/Account/sessions": {},
  };
}

export const makeEndings = ({ ids }: MerchantFixture): CallExamples => ({
  "DELETE Clients/Account/sessions/{id}": withId(ids.session),
  "DELETE Clients/Account/sessions": {},
  "POST Clients/Account/logout": {},
});
