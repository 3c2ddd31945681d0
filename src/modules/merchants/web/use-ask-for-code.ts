import { caller, formOf } from "#base/web/api.ts";
import { text } from "#base/web/i18n.ts";
import { notify } from "#base/web/snackbar-state.ts";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";
import { parseSaudiMobile } from "../contract/mobile-number.ts";
import type { AuthDraft, AuthDraftState } from "./auth-draft.ts";
import type { Sending } from "./use-sending.ts";

const call = caller<MerchantsCalls>();

/**
 * Asks for a code by the draft's purpose and starts the countdown; `onSent` leads on to typing it. A code that was
 * sent a moment ago for the same use is as good as a new one: then it leads on too, with the seconds that are left.
 */
export function useAskForCode(
  { change }: AuthDraftState,
  sending: Sending<"mobile_number" | "name" | "email">,
  onSent: () => void,
): (draft: AuthDraft) => Promise<void> {
  return (draft) => {
    const use = serverUseOf(draft);
    const lead = (seconds: number) => {
      change({ ...draft, sentFor: use, countDownEnds: Date.now() + seconds * 1000 });
      onSent();
    };
    return sending.run(
      async () => {
        const countDown = await askBy(draft);
        lead(countDown);
        notify(text("merchants:code_sent_message"), "success");
      },
      (error) => {
        const isWaiting = error.code === "merchants.code_just_sent" || error.code === "merchants.codes_spent";
        if (!isWaiting) return false;
        if (draft.sentFor === use && error.code === "merchants.code_just_sent") {
          lead(error.retryAfterSeconds);
        } else {
          sending.mark("mobile_number", error.message);
        }
        return true;
      },
    );
  };
}

/** A sign-in code serves sign-up too; a code for a password serves nothing else. */
function serverUseOf({ purpose, mobileNumber }: AuthDraft): string {
  return `${purpose === "password" ? "password" : "sign_in"}:${parseSaudiMobile(mobileNumber) ?? mobileNumber}`;
}

function askBy({ purpose, mobileNumber, name, email }: AuthDraft): Promise<number> {
  const body = { mobile_number: mobileNumber };
  if (purpose === "sign_in") return call("POST Clients/Account/login", { body, quiet: true });
  if (purpose === "password") return call("POST Clients/Account/ForgotPassword", { body, quiet: true });
  const form = formOf({ name, mobile_number: mobileNumber, email: email.trim() || null });
  return call("POST Clients/Account/SignUp", { body: form, quiet: true });
}
