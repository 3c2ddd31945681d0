import { defineRefusals } from "#base/shared/refusals.ts";

export const demoRefusals = defineRefusals({
  /** A visitor changes nothing, whatever the call. */
  "demo.read_only": 403,
  "demo.too_many_visits": 429,
  "demo.too_many_requests": 429,
  "demo.not_open": 503,
});
