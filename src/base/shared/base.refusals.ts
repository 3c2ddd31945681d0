import { defineRefusals } from "./refusals.ts";

/** Refusals that any call may return, and those of operations (`operations.calls.ts`). */
export const baseRefusals = defineRefusals({
  "base.not_valid": 400,
  "base.field_required": 400,
  "base.too_long": 400,
  "base.too_big": 400,
  "base.body_malformed": 400,
  "base.idempotency_key_required": 400,
  "base.session_gone": 401,
  "base.not_allowed": 403,
  "base.not_found": 404,
  "base.idempotency_key_reused": 409,
  "base.too_large": 413,
  "base.media_type_not_supported": 415,
  "base.too_many_requests": 429,
  "base.internal": 500,
  "base.outside_not_answering": 503,
  "base.not_ready": 503,
  "base.cannot_save": 503,
  "base.operation_too_large": 400,
  "base.operation_not_undoable": 409,
});
