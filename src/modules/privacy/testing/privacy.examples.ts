import type { CallExamples } from "#app/testing/call-examples.ts";

export const makeExamples = (): CallExamples => ({
  "GET Clients/Privacy/index": {},
  "POST Clients/Privacy/exports": {},
  "GET Clients/Privacy/exports/{id}/file": { params: { id: "exp_none" }, expect: 404 },
  "GET Clients/Privacy/consents": { query: { size: "5" } },
  "PUT Clients/Privacy/consents/{purpose}": { params: { purpose: "marketing" }, body: { is_given: true } },
  "GET Clients/Privacy/looks": { query: { size: "5" } },
});

/** A number gets one code a minute, whatever it is for: the withdrawal's was a moment ago. */
export const makeEndings = (): CallExamples => ({
  "POST Clients/Privacy/erasure/code": { expect: 429 },
  "POST Clients/Privacy/erasure": { body: { code: "000000" }, expect: 422 },
  "DELETE Clients/Privacy/erasure": { expect: 409 },
});
