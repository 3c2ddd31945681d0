import type { CallExamples } from "#app/testing/call-examples.ts";

export const makeExamples = (): CallExamples => ({
  "GET Clients/Messages/email": {},
  // The account's example gave the profile an address; what arrived there is not read here.
  "POST Clients/Messages/email/code": {},
  "POST Clients/Messages/email/proof": { body: { code: "123456" }, expect: 422 },
});
