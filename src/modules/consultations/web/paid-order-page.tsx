import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonPage } from "#base/web/kit/skeletons.tsx";
import { DepositOutcome } from "#modules/wallet/web/deposit-outcome.parts.tsx";
import type { CardOrderReason } from "../contract/consultations-enums.ts";
import { BackLink } from "./back-link.tsx";
import { cardOrderQuery } from "./card-orders.queries.ts";

/** After a payment by card: its state, then the order itself, or why none was placed. */
export function PaidOrderPage() {
  const { t } = useTranslation("consultations");
  const { id = "" } = useParams({ strict: false });
  const navigate = useNavigate();
  return (
    <>
      <BackLink to="/marketing-consultations" />
      <PageHeader title={t("paid.title")} />
      <QueryBoundary query={useQuery(cardOrderQuery(id))} fallback={<SkeletonPage kind="form" isBare />}>
        {({ state, order_id, reason, consultation_id: consultation }) => {
          if (order_id !== null)
            return <Navigate to="/marketing-consultations-orders/$id" params={{ id: order_id }} replace />;
          if (state === "not_placed" && reason !== null)
            return <NotPlaced reason={reason} consultation={consultation} />;
          return (
            <Card>
              <DepositOutcome
                depositId={id}
                onAgain={() =>
                  void navigate({ to: "/marketing-consultations/$id", params: { id: consultation } })
                }
              />
            </Card>
          );
        }}
      </QueryBoundary>
    </>
  );
}

function NotPlaced({ reason, consultation }: { reason: CardOrderReason; consultation: string }) {
  const { t } = useTranslation("consultations");
  return (
    <Banner
      tone="bad"
      title={t("paid.not_placed")}
      action={
        <LinkButton to="/marketing-consultations/$id" params={{ id: consultation }}>
          {t("paid.to_consultation")}
        </LinkButton>
      }
    >
      {t(`paid.reasons.${reason}`)} {t("paid.in_balance")}
    </Banner>
  );
}
