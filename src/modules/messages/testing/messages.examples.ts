import type { CallExamples } from "#app/testing/call-examples.ts";

export const makeExamples = (): CallExamples => ({
  "GET Clients/Messages/email": {},
  "POST Clients/Messages/email/code": { expect: 409 },
  "POST Clients/Messages/email/proof": { body: { code: "123456" }, expect: 409 },
});
