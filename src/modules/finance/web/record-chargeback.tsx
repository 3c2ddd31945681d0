import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { ActForm } from "./act-form.tsx";
import { call } from "./finance-calls.ts";
import { useActFields } from "./use-act-fields.ts";

type Props = { merchantId: string };

/** A chargeback that only the gateway's dashboard shows. */
export function RecordChargeback({ merchantId }: Props) {
  const { t } = useTranslation("finance");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div>
        <Button variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t("chargebacks.record")}
        </Button>
      </div>
      {isOpen ? <ChargebackForm merchantId={merchantId} onDone={() => setOpen(false)} /> : null}
    </>
  );
}

function ChargebackForm({ merchantId, onDone }: Props & { onDone: () => void }) {
  const { t } = useTranslation("finance");
  const { amount, reason } = useActFields();
  const id = (name: "payment_id" | "dispute_id") =>
    ({
      name,
      kind: "code",
      label: t(`chargebacks.${name}`),
      required: t("chargebacks.id_required"),
      maxLength: 100,
    }) as const;
  return (
    <ActForm
      purpose={`chargeback.${merchantId}`}
      fields={[
        { ...id("payment_id"), name: "payment_id" },
        { ...id("dispute_id"), name: "dispute_id" },
        amount(),
        reason,
      ]}
      act={t("chargebacks.save")}
      words={t("chargebacks.record_words")}
      send={async (body, idempotencyKey) => {
        await call("POST Staff/Finance/merchants/{merchant_id}/chargebacks", {
          params: { merchant_id: merchantId },
          body,
          idempotencyKey,
          quiet: true,
        });
        notify(text("finance:chargebacks.saved"), "success");
      }}
      onDone={onDone}
    />
  );
}
