import { makeCaller, toFormData } from "#base/web/data/api.ts";
import type { Submission } from "#base/web/forms/use-submission.ts";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";
import { type AuthDraft, type AuthDraftState, toCodeUse } from "./auth-draft.ts";

const call = makeCaller<MerchantsCalls>();

/**
 * Requests a code for the draft's purpose and starts the countdown; `onSent` leads to typing it. Where this browser
 * already has a valid code, from another tab too, it continues with the seconds that are left.
 */
export function useRequestCode(
  { change }: AuthDraftState,
  submission: Submission<"mobile_number" | "name" | "email">,
  onSent: () => void,
): (draft: AuthDraft) => Promise<void> {
  return (draft) => {
    const use = toCodeUse(draft);
    const lead = (seconds: number) => {
      change({ ...draft, sentFor: use, countDownEnds: Date.now() + seconds * 1000 });
      onSent();
    };
    return submission.run(
      async () => {
        const countDown = await postCodeRequest(draft);
        lead(countDown);
        notify(text("merchants:code_sent_message"), "success");
      },
      (error) => {
        if (error.code === "merchants.code_just_sent") lead(error.retryAfterSeconds);
        else if (error.status === 429) submission.setError("mobile_number", error.message);
        return error.status === 429;
      },
    );
  };
}

function postCodeRequest({ purpose, mobileNumber, name, email }: AuthDraft): Promise<number> {
  const body = { mobile_number: mobileNumber };
  if (purpose === "sign_in") return call("POST Clients/Account/login", { body, quiet: true });
  if (purpose === "password") return call("POST Clients/Account/ForgotPassword", { body, quiet: true });
  const form = toFormData({ name, mobile_number: mobileNumber, email: email.trim() || null });
  return call("POST Clients/Account/SignUp", { body: form, quiet: true });
}
