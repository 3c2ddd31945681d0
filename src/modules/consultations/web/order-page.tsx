import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonPage } from "#base/web/kit/skeletons.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import { holdsAbility } from "#base/web/runtime/session.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import { listActions } from "../domain/order.ts";
import { AdviceCard } from "./advice-card.tsx";
import { BackLink } from "./back-link.tsx";
import classes from "./consultations.module.css";
import { orderQuery } from "./consultations.queries.ts";
import { DossierCard } from "./dossier-card.tsx";
import { OrderAnswers } from "./order-answers.tsx";
import { OrderEnding } from "./order-ending.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderHistory } from "./order-history.tsx";
import { OrderMeeting } from "./order-meeting.tsx";
import { OrderMessages } from "./order-messages.tsx";
import { OrderStatusBadge } from "./order-status.tsx";
import { RatingForm } from "./rating-form.tsx";
import { toFacts } from "./to-facts.ts";
import { usePick } from "./use-pick.ts";

/** One order: its meeting, its payment, its answers, and what happened to it. */
export function OrderPage() {
  const { id = "" } = useParams({ strict: false });
  return (
    <>
      <BackLink to="/marketing-consultations-orders" />
      <QueryBoundary query={useQuery(orderQuery(id))} fallback={<SkeletonPage kind="rows" isBare />}>
        {(order) => <Order order={order} />}
      </QueryBoundary>
    </>
  );
}

function Order({ order }: { order: OrderDetails }) {
  const { t } = useTranslation("consultations");
  const pick = usePick();
  const now = useNow();
  const canManage = holdsAbility("marketing_consultation", "manage");
  const actions = canManage ? listActions(toFacts(order), "member", now) : [];
  return (
    <>
      <PageHeader
        title={pick({ ar: order.title_ar, en: order.title_en })}
        lead={t("one.serial", { serial: order.serial_number })}
        actions={<OrderStatusBadge status={order.status} />}
      />
      <div className={classes.columns}>
        <div className={classes.stack}>
          <OrderMeeting order={order} />
          {order.status === "completed" && canManage ? <RatingForm key={order.rating} order={order} /> : null}
          <AdviceCard id={order.id} canManage={canManage} />
          <DossierCard
            id={order.id}
            mayConsent={["created", "accepted", "confirmed"].includes(order.status)}
            canManage={canManage}
          />
          <OrderMessages id={order.id} />
          <Card title={t("one.answers")}>
            <OrderAnswers order={order} />
          </Card>
        </div>
        <aside className={classes.stack}>
          <Card title={t("one.money")}>
            <OrderFacts order={order} />
            <OrderEnding order={order} actions={actions} />
          </Card>
          <Card title={t("one.history")}>
            <OrderHistory order={order} />
          </Card>
        </aside>
      </div>
    </>
  );
}
