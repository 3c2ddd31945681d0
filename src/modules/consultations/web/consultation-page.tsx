import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonPage } from "#base/web/kit/skeletons.tsx";
import { BackLink } from "./back-link.tsx";
import classes from "./consultations.module.css";
import { offerQuery } from "./consultations.queries.ts";
import { OfferFacts, OfferOutcome } from "./offer-card.tsx";
import { OrderForm } from "./order-form.tsx";
import { usePick } from "./use-pick.ts";

/** Orders a consultation: its questions, what happens when somebody does not come, and the payment. */
export function ConsultationPage() {
  const { id = "" } = useParams({ strict: false });
  const pick = usePick();
  const query = useQuery(offerQuery(id));
  return (
    <>
      <BackLink to="/marketing-consultations" />
      <QueryBoundary query={query} fallback={<SkeletonPage kind="form" isBare />}>
        {(offer) => (
          <>
            <PageHeader
              title={pick({ ar: offer.title_ar, en: offer.title_en })}
              lead={<OfferFacts offer={offer} />}
            />
            <div className={classes.columns}>
              <OrderForm key={offer.id} offer={offer} />
              <Card tone="palm">
                <OfferOutcome offer={offer} />
              </Card>
            </div>
          </>
        )}
      </QueryBoundary>
    </>
  );
}
