import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField, TimeField } from "#base/web/forms/day-field.tsx";
import { ErrorLine, LtrField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { useNow } from "#base/web/runtime/now.ts";
import type { OrderDetails } from "../../contract/order-shapes.ts";
import classes from "./staff-consultations.module.css";
import { call, useOrderAct } from "./staff-consultations.queries.ts";

type Values = { starts_at: { day: RiyadhDay | null; time: string }; meeting_url: string };

/** Confirms the time of an accepted order by hand, or moves its meeting; the time is Riyadh's. */
export function ConfirmTime({ order: { id }, onClose }: { order: OrderDetails; onClose: () => void }) {
  const { t } = useTranslation("consultations_staff");
  const today = toRiyadhDay(useNow());
  const act = useOrderAct(id, (body: { starts_at: string; meeting_url: string }) =>
    call("POST Staff/ConsultationOrders/{id}/confirm", { params: { id }, body, quiet: true }),
  );
  const form = useServerForm<Values>({
    initialValues: { starts_at: { day: null, time: "" }, meeting_url: "" },
    validate: {
      starts_at: ({ day, time }) => (day === null || time === "" ? t("orders.time_missing") : null),
    },
    send: async ({ starts_at: { day, time }, meeting_url }) => {
      await act.mutateAsync({ starts_at: `${day}T${time}:00+03:00`, meeting_url });
      onClose();
    },
  });
  const { starts_at: start } = form.getValues();
  return (
    <form className={classes.part} onSubmit={form.submit} noValidate>
      <div className={classes.fields}>
        <DayField
          label={t("orders.day")}
          min={today}
          value={start.day}
          onChange={(day) => form.setFieldValue("starts_at", { ...start, day })}
        />
        <TimeField
          label={t("orders.time")}
          value={start.time}
          onChange={(time) => form.setFieldValue("starts_at", { ...start, time })}
        />
        <LtrField
          label={t("orders.meeting_url")}
          placeholder="https://"
          maxLength={500}
          withAsterisk
          {...form.getInputProps("meeting_url")}
        />
      </div>
      {form.errors.starts_at ? <ErrorLine id="meeting-time">{form.errors.starts_at}</ErrorLine> : null}
      <div className={classes.acts}>
        <Button type="submit" loading={form.isSending}>
          {t("orders.confirm")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("close")}
        </Button>
      </div>
    </form>
  );
}
