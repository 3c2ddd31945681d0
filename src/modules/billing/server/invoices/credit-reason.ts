import type { Messages } from "#base/server/messages.ts";
import type { ReturnCause } from "../../contract/enums.ts";

/** Why money went back that nobody wrote a reason for, as a credit note says it in both languages. */
export const toCreditReason = (messages: Messages, cause: ReturnCause): string =>
  (["ar", "en"] as const)
    .map((language) => messages.translate(language, `billing:credit_reason_${cause}`))
    .join(" / ");
