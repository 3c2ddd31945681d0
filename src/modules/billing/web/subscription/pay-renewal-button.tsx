import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Subscription } from "../billing-calls.ts";
import { PayStep } from "./pay-step.tsx";
import { SubscriptionDialog } from "./subscription-dialog.tsx";
import { usePayRenewal } from "./use-subscription-changes.ts";

/** Pays the renewal that is not paid; nothing while its payment is under way. */
export function PayRenewalButton({ subscription: { open_period: open } }: { subscription: Subscription }) {
  const { t } = useTranslation("billing_subscription");
  const [isOpen, setOpen] = useState(false);
  if (open?.kind !== "renewal" || open.payment?.status === "pending") return null;
  return (
    <>
      <Button color="clay" onClick={() => setOpen(true)}>
        {t("pay_renewal")}
      </Button>
      {isOpen ? <PayDialog periodId={open.id} due={open.due_halalas} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function PayDialog({ periodId, due, onClose }: { periodId: string; due: number; onClose: () => void }) {
  const { t } = useTranslation("billing_subscription");
  const send = usePayRenewal(periodId);
  return (
    <SubscriptionDialog title={t("pay_renewal")} onClose={onClose}>
      <PayStep due={due} done={t("saved.paid")} send={send} onDone={onClose} />
    </SubscriptionDialog>
  );
}
