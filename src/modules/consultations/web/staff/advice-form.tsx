import { Button, Select, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { errorNode, MoneyField, NumberField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { adviceKinds } from "../../contract/consultations-enums.ts";
import type { OrderDetails } from "../../contract/order-shapes.ts";
import { AdviceItem } from "../advice-item.tsx";
import { type AdviceValues, emptyAdvice, listMissing, toProposal } from "./advice-values.ts";
import { AdFields, RuleFields } from "./advised-fields.tsx";
import classes from "./staff-consultations.module.css";
import { adviceQuery, call, dossierQuery } from "./staff-consultations.queries.ts";

/** What was proposed on the order, and the next proposal while the client shares their figures. */
export function StaffAdvice({ order: { id, status } }: { order: OrderDetails }) {
  const { t } = useTranslation("consultations_staff");
  const [isOpen, setOpen] = useState(false);
  const items = useQuery(adviceQuery(id)).data?.items ?? [];
  const campaigns = useQuery(dossierQuery(id)).data?.dossier?.campaigns ?? [];
  const canPropose = (status === "confirmed" || status === "completed") && campaigns.length > 0;
  return (
    <>
      {items.length > 0 ? (
        <ul className={classes.rows} aria-label={t("advice.title")}>
          {items.map((advice) => (
            <AdviceItem key={advice.id} advice={advice} />
          ))}
        </ul>
      ) : null}
      {canPropose && isOpen ? (
        <AdviceForm
          id={id}
          campaigns={campaigns.map((campaign) => ({ value: campaign.id, label: campaign.name }))}
          onClose={() => setOpen(false)}
        />
      ) : null}
      {canPropose && !isOpen ? (
        <div>
          <Button variant="default" onClick={() => setOpen(true)}>
            {t("advice.propose")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

type Props = { id: string; campaigns: { value: string; label: string }[]; onClose: () => void };

function AdviceForm({ id, campaigns, onClose }: Props) {
  const { t } = useTranslation("consultations_staff");
  const client = useQueryClient();
  const key = useIdempotencyKey(`consultations.advice.${id}`);
  const form = useServerForm<AdviceValues>({
    initialValues: emptyAdvice,
    validate: (values) =>
      Object.fromEntries(listMissing(values).map((name) => [name, t("advice.missing")] as const)),
    send: async (values) => {
      const body = toProposal(values);
      const list = await call("POST Staff/ConsultationOrders/{id}/advice", {
        params: { id },
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
      client.setQueryData(adviceQuery(id).queryKey, list);
      notify(t("advice.proposed"), "success");
      onClose();
    },
  });
  const { kind } = form.getValues();
  return (
    <form className={classes.part} onSubmit={form.submit} noValidate>
      <div className={classes.fields}>
        <Select
          {...form.getInputProps("kind")}
          label={t("advice.kind")}
          allowDeselect={false}
          data={adviceKinds.map((value) => ({ value, label: t(`advice.kinds.${value}`) }))}
        />
        <Select
          {...form.getInputProps("campaign_id")}
          label={t("advice.campaign")}
          allowDeselect={false}
          searchable
          data={campaigns}
          error={errorNode(form.errors.campaign_id)}
        />
        {kind === "budget" ? (
          <MoneyField label={t("advice.budget")} {...form.getInputProps("to_halalas")} />
        ) : null}
        <NumberField label={t("advice.expected")} decimals={2} {...form.getInputProps("expected_roas")} />
      </div>
      {kind === "rule" ? <RuleFields form={form} /> : null}
      {kind === "ad" ? <AdFields form={form} /> : null}
      <Textarea
        {...form.getInputProps("note")}
        label={t("advice.note")}
        rows={3}
        dir="auto"
        maxLength={1_000}
        error={errorNode(form.errors.note)}
      />
      <div className={classes.acts}>
        <Button type="submit" loading={form.isSending}>
          {t("advice.send")}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t("close")}
        </Button>
      </div>
    </form>
  );
}
