import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { makeCaller } from "#base/web/data/api.ts";
import { isApiError } from "#base/web/data/api-error.ts";
import { codeLength } from "#base/web/forms/code-boxes.tsx";
import { text } from "#base/web/runtime/i18n.ts";
import { rememberUser } from "#base/web/runtime/session.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";
import { parseSaudiMobile } from "../contract/mobile-number.ts";
import { merchantsKeys } from "./merchants.queries.ts";

const call = makeCaller<MerchantsCalls>();

/** `start`: nothing was sent; `current_code`: the present number has its code; `new_code`: the new one too. */
export type NumberStep = "start" | "current_code" | "new_code";

type Typed = { current: string; mobile: string; code: string };
type Field = "current_code" | "mobile_number" | "new_code" | "whole";
type Errors = Partial<Record<Field, string>>;

const fields = ["current_code", "mobile_number", "new_code"] as const;

/** The steps of changing the number: what is missing is said on its field, and what a call refuses too. */
export function useChangeNumber({ current, mobile, code }: Typed) {
  const client = useQueryClient();
  const [step, setStep] = useState<NumberStep>("start");
  const [sentTo, setSentTo] = useState("");
  const [errors, setErrors] = useState<Errors>({});
  const [isSubmitting, setSubmitting] = useState(false);
  // Another number than the one that has the code begins again with a code of its own.
  const shown: NumberStep = step === "new_code" && sentTo !== mobile ? "current_code" : step;

  const sendCurrent = async () => {
    await call("POST Clients/Account/number/current-code", { quiet: true });
    setStep("current_code");
  };
  const sendNew = async () => {
    const body = { mobile_number: mobile, current_code: current };
    await call("POST Clients/Account/number/new-code", { body, quiet: true });
    setSentTo(mobile);
    setStep("new_code");
  };
  const change = async (newCode: string) => {
    const body = { mobile_number: mobile, current_code: current, new_code: newCode };
    const user = await call("PUT Clients/Account/number", { body, quiet: true });
    rememberUser(user);
    client.setQueriesData({ queryKey: merchantsKeys.currentUser }, user);
    void client.invalidateQueries({ queryKey: merchantsKeys.sessions });
    notify(text("merchants:account.number_changed"), "success");
  };

  const submit = (newCode = code) => {
    const missing = shown === "start" ? {} : findMissing({ current, mobile });
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    setSubmitting(true);
    const work = shown === "start" ? sendCurrent : shown === "current_code" ? sendNew : () => change(newCode);
    work()
      .catch((error: unknown) => {
        // A code that was just sent is still good: the step goes on with it.
        if (isApiError(error) && error.code === "merchants.code_just_sent" && shown === "start")
          setStep("current_code");
        else setErrors(toErrors(error));
      })
      .finally(() => setSubmitting(false));
  };
  return { step: shown, errors, isSubmitting, clearError: () => setErrors({}), submit };
}

function findMissing({ current, mobile }: Omit<Typed, "code">): Errors {
  if (current.length < codeLength) return { current_code: text("merchants:code_not_valid") };
  if (mobile.trim() === "") return { mobile_number: text("base:field_required") };
  if (parseSaudiMobile(mobile) === null) return { mobile_number: text("merchants:mobile_not_valid") };
  return {};
}

function toErrors(error: unknown): Errors {
  if (!isApiError(error)) throw error;
  const marked = fields.flatMap((field) =>
    error.fields[field]?.[0] ? [[field, error.fields[field][0]]] : [],
  );
  return marked.length > 0 ? Object.fromEntries(marked) : { whole: error.message };
}
