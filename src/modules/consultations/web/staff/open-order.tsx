import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { Figure, Ltr, UserText } from "#base/web/kit/text.tsx";
import type { OrderDetails } from "../../contract/order-shapes.ts";
import { MeetingTime } from "../meeting-time.tsx";
import { OrderAnswers } from "../order-answers.tsx";
import { OrderFacts } from "../order-facts.tsx";
import { OrderHistory } from "../order-history.tsx";
import { StaffAdvice } from "./advice-form.tsx";
import { OrderActs } from "./order-acts.tsx";
import classes from "./staff-consultations.module.css";
import { orderQuery } from "./staff-consultations.queries.ts";
import { StaffDossier } from "./staff-dossier.tsx";
import { StaffMessages } from "./staff-messages.tsx";

/** An order as its consultant reads it, with what can be done next. */
export function OpenOrder({ id }: { id: string }) {
  const { t } = useTranslation("consultations_staff");
  return (
    <QueryBoundary query={useQuery(orderQuery(id))} fallback={<SkeletonRows count={3} />}>
      {(order) => (
        <div className={classes.form}>
          <OrderActs order={order} />
          {order.starts_at && order.ends_at ? (
            <MeetingTime startsAt={order.starts_at} endsAt={order.ends_at} />
          ) : null}
          <Client order={order} />
          <strong>{t("orders.answers")}</strong>
          <OrderAnswers order={order} />
          <StaffDossier id={order.id} />
          <StaffAdvice order={order} />
          <StaffMessages id={order.id} />
          <OrderFacts order={order} />
          <OrderHistory order={order} client={order.client.name} />
        </div>
      )}
    </QueryBoundary>
  );
}

function Client({ order: { client, rating, rating_comment } }: { order: OrderDetails }) {
  const { t } = useTranslation("consultations_staff");
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("orders.client")}</dt>
        <dd>
          <UserText>{client.name}</UserText>
        </dd>
      </div>
      <div>
        <dt>{t("orders.mobile")}</dt>
        <dd>
          <Ltr>{client.mobile}</Ltr>
        </dd>
      </div>
      {client.email === null ? null : (
        <div>
          <dt>{t("orders.email")}</dt>
          <dd>
            <Ltr>{client.email}</Ltr>
          </dd>
        </div>
      )}
      {rating === null ? null : (
        <div>
          <dt>{t("orders.rating")}</dt>
          <dd>
            <Figure value={rating} after=" / 5" /> <UserText>{rating_comment}</UserText>
          </dd>
        </div>
      )}
    </dl>
  );
}
