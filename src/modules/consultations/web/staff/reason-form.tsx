import { Button, Textarea } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorNode } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import classes from "./staff-consultations.module.css";
import { call, useOrderAct } from "./staff-consultations.queries.ts";

type Props = { id: string; action: "reject" | "cancel"; onClose: () => void };

/** Rejects or cancels an order with a reason that its merchant reads; the money goes back. */
export function ReasonForm({ id, action, onClose }: Props) {
  const { t } = useTranslation("consultations_staff");
  const act = useOrderAct(id, (reason: string) => {
    const input = { params: { id }, body: { reason }, quiet: true } as const;
    return action === "reject"
      ? call("POST Staff/ConsultationOrders/{id}/reject", input)
      : call("POST Staff/ConsultationOrders/{id}/cancel", input);
  });
  const form = useServerForm({
    initialValues: { reason: "" },
    validate: { reason: (typed) => (typed.trim() === "" ? t("orders.reason_missing") : null) },
    send: async ({ reason }) => {
      await act.mutateAsync(reason);
      onClose();
    },
  });
  return (
    <form className={classes.part} onSubmit={form.submit} noValidate>
      <Textarea
        label={t("orders.reason")}
        rows={2}
        dir="auto"
        maxLength={500}
        withAsterisk
        {...form.getInputProps("reason")}
        error={errorNode(form.errors.reason)}
      />
      <div className={classes.acts}>
        <Button type="submit" color="bad" loading={form.isSending}>
          {t(`orders.${action}`)}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("close")}
        </Button>
      </div>
    </form>
  );
}
