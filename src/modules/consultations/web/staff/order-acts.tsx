import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNow } from "#base/web/runtime/now.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { OrderDetails } from "../../contract/order-shapes.ts";
import { isJoinable, isMerchantAbsent, listActions } from "../../domain/order.ts";
import { toFacts } from "../to-facts.ts";
import { ConfirmTime } from "./confirm-time.tsx";
import { ReasonForm } from "./reason-form.tsx";
import classes from "./staff-consultations.module.css";
import { call, useOrderAct } from "./staff-consultations.queries.ts";

type Doing = "reject" | "cancel" | "confirm" | null;
type Props = { order: OrderDetails };

/** What can be done with the order now: its own rules decide. */
export function OrderActs({ order }: Props) {
  const { t } = useTranslation("consultations_staff");
  const [doing, setDoing] = useState<Doing>(null);
  const now = useNow();
  const facts = toFacts(order);
  const actions = listActions(facts, "staff", now);
  const stop = () => setDoing(null);
  const isMovable = order.status === "confirmed" && facts.starts_at !== null && now < facts.starts_at;
  if (doing === "confirm") return <ConfirmTime order={order} onClose={stop} />;
  if (doing !== null) return <ReasonForm id={order.id} action={doing} onClose={stop} />;
  return (
    <div className={classes.part}>
      {order.status === "confirmed" && isMerchantAbsent(facts, now) ? (
        <p className={classes.quiet}>{t("orders.absent")}</p>
      ) : null}
      <div className={classes.acts}>
        {actions.includes("accept") ? <Simple order={order} action="accept" /> : null}
        {isJoinable(facts, now) ? <Join order={order} /> : null}
        {actions.includes("complete") ? <Simple order={order} action="complete" /> : null}
        {actions.includes("confirm") || isMovable ? (
          <Button variant={isMovable ? "default" : "filled"} onClick={() => setDoing("confirm")}>
            {t(isMovable ? "orders.move" : "orders.confirm")}
          </Button>
        ) : null}
        {(["reject", "cancel"] as const)
          .filter((action) => actions.includes(action))
          .map((action) => (
            <Button key={action} variant="subtle" color="bad" onClick={() => setDoing(action)}>
              {t(`orders.${action}`)}
            </Button>
          ))}
      </div>
    </div>
  );
}

function Simple({ order: { id }, action }: Props & { action: "accept" | "complete" }) {
  const { t } = useTranslation("consultations_staff");
  const act = useOrderAct(id, () =>
    action === "accept"
      ? call("POST Staff/ConsultationOrders/{id}/accept", { params: { id } })
      : call("POST Staff/ConsultationOrders/{id}/complete", { params: { id } }),
  );
  return (
    <Button loading={act.isPending} onClick={() => act.mutate(undefined)}>
      {t(`orders.${action}`)}
    </Button>
  );
}

function Join({ order: { id } }: Props) {
  const { t } = useTranslation("consultations_staff");
  const join = useMutation({
    mutationFn: () => call("POST Staff/ConsultationOrders/{id}/join", { params: { id } }),
    onSuccess: ({ meeting_url: address }) =>
      address === null ? notify(t("orders.not_online"), "info") : window.location.assign(address),
  });
  return (
    <Button color="clay" loading={join.isPending} onClick={() => join.mutate()}>
      {t("orders.join")}
    </Button>
  );
}
