import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonCards } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import classes from "./consultations.module.css";
import { offeredQuery } from "./consultations.queries.ts";
import { OfferCard } from "./offer-card.tsx";

/** The consultations that can be ordered now. */
export function ConsultationsPage() {
  const { t } = useTranslation("consultations");
  const toOrders = (
    <LinkButton to="/marketing-consultations-orders" variant="default">
      {t("to_orders")}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={toOrders} />
      <QueryBoundary query={useQuery(offeredQuery)} fallback={<SkeletonCards count={3} />}>
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState title={t("empty")}>{t("empty_words")}</EmptyState>
            </Card>
          ) : (
            <ul className={classes.offered} aria-label={t("title")}>
              {items.map((offer) => (
                <OfferCard key={offer.id} offer={offer} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </>
  );
}
