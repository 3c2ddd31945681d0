import type { CallExamples } from "#app/testing/call-examples.ts";

export const makeExamples = (): CallExamples => ({
  "GET Clients/Finance/staff-acts": { query: { size: "5" } },
});
