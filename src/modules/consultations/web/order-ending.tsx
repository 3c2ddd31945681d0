import { Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import type { OrderAction } from "../domain/order.ts";
import { call, consultationsKeys, useOrderAct } from "./consultations.queries.ts";

type Props = { order: OrderDetails; actions: readonly OrderAction[] };

/** What ends an order, or hides one that has ended. */
export function OrderEnding({ order, actions }: Props) {
  return (
    <>
      {actions.includes("cancel") ? <Cancel order={order} /> : null}
      {actions.includes("delete") ? <Delete order={order} /> : null}
    </>
  );
}

function Cancel({ order: { id, held_halalas, paid_with } }: { order: OrderDetails }) {
  const { t } = useTranslation("consultations");
  const format = useFormat();
  const [reason, setReason] = useState("");
  const cancel = useOrderAct(id, (typed: string) =>
    call("POST Clients/ConsultationOrders/{id}/cancel", { params: { id }, body: { reason: typed } }),
  );
  const confirm = (close: () => void) =>
    cancel.mutate(reason, {
      onSuccess: () => {
        notify(t("cancel.done"), "success");
        close();
      },
    });
  return (
    <ConfirmButton
      label={t("cancel.act")}
      title={t("cancel.title")}
      busy={cancel.isPending}
      onConfirm={confirm}
    >
      <p>{t(`cancel.words_${paid_with}`, { amount: format.riyals(held_halalas, true) })}</p>
      <Textarea
        label={t("cancel.reason")}
        rows={2}
        dir="auto"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmButton>
  );
}

function Delete({ order: { id } }: { order: OrderDetails }) {
  const { t } = useTranslation("consultations");
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => call("POST Clients/ConsultationOrders/{id}/delete", { params: { id } }),
    async onSuccess() {
      notify(t("delete.done"), "success");
      await navigate({ to: "/marketing-consultations-orders" });
      await client.invalidateQueries({ queryKey: consultationsKeys.orders });
    },
  });
  return (
    <ConfirmButton
      label={t("delete.act")}
      title={t("delete.title")}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {t("delete.words")}
    </ConfirmButton>
  );
}
