import type { CallExamples } from "#app/testing/call-examples.ts";

export const makeExamples = (): CallExamples => ({
  "GET Clients/Messages/email": {},
  // The account's example gave the profile an address; what arrived there is not read here.
  "POST Clients/Messages/email/code": {},
  "GET Clients/Messages/numbers": {},
  "POST Clients/Messages/numbers/code": { body: { mobile_number: "0555123987" } },
  "POST Clients/Messages/numbers/proof": {
    body: { mobile_number: "0555123987", code: "123456" },
    expect: 422,
  },
  "DELETE Clients/Messages/numbers/{number}": { params: { number: "0555123980" }, expect: 404 },
  "POST Clients/Messages/email/proof": { body: { code: "123456" }, expect: 422 },
});
