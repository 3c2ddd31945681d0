import { Button, Group } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeBoxes, codeLength } from "#base/web/forms/code-boxes.tsx";
import { ErrorLine, PhoneField } from "#base/web/forms/fields.tsx";
import type { User } from "../contract/merchants.calls.ts";
import { formatWhileTyping } from "../contract/mobile-number.ts";
import classes from "./account.module.css";
import { SentTo } from "./sent-to.tsx";
import { type NumberStep, useChangeNumber } from "./use-change-number.ts";

/**
 * A code to the present number, then the new number and its own code: one step after the other, each with the ones before it
 * kept, so that a wrong code is mended where it was typed.
 */
export function ChangeNumber({ user, onCancel }: { user: User; onCancel: () => void }) {
  const { t } = useTranslation("merchants");
  const [typed, setTyped] = useState({ current: "", mobile: "", code: "" });
  const { step, errors, isSubmitting, clearError, submit } = useChangeNumber(typed);
  const change = (patch: Partial<typeof typed>) => {
    clearError();
    setTyped({ ...typed, ...patch });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <form onSubmit={onSubmit} noValidate className={classes.form}>
      <p className={classes.soft}>
        {t("account.number_current_lead")} {t("account.number_ends_sessions")}
      </p>
      {step === "start" ? null : (
        <>
          <SentTo mobile={user.mobile_number} />
          <CodeBoxes
            label={t("account.number_current_code")}
            value={typed.current}
            error={errors.current_code}
            busy={isSubmitting}
            onChange={(current) => change({ current })}
            onComplete={() => document.querySelector<HTMLInputElement>('input[name="new_number"]')?.focus()}
          />
          <PhoneField
            label={t("account.number_new")}
            name="new_number"
            placeholder="05X XXX XXXX"
            value={typed.mobile}
            error={errors.mobile_number}
            disabled={isSubmitting}
            onChange={(mobile) => change({ mobile: formatWhileTyping(mobile) })}
          />
        </>
      )}
      {step === "new_code" ? (
        <CodeBoxes
          label={t("account.number_new_code")}
          value={typed.code}
          error={errors.new_code}
          busy={isSubmitting}
          onChange={(code) => change({ code })}
          onComplete={(code) => submit(code)}
        />
      ) : null}
      {errors.whole ? <ErrorLine>{errors.whole}</ErrorLine> : null}
      <Group gap="sm">
        <Button
          type="submit"
          loading={isSubmitting}
          disabled={step === "new_code" && typed.code.length < codeLength}
        >
          {t(actions[step])}
        </Button>
        <Button variant="default" onClick={onCancel} disabled={isSubmitting}>
          {t("account.number_cancel")}
        </Button>
      </Group>
    </form>
  );
}

const actions: Record<NumberStep, string> = {
  start: "account.number_send_current",
  current_code: "account.number_send_new",
  new_code: "account.number_change",
};
