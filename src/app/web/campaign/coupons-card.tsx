import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { CampaignDetails } from "#modules/campaigns/contract/shapes.ts";
import { isClosed } from "#modules/campaigns/domain/status.ts";
import { type CouponAnswer, useCoupons, useStopCoupon } from "#modules/tracking/web/coupons.queries.ts";
import { CouponForm } from "./coupon-form.tsx";
import { CouponItem } from "./coupon-item.tsx";
import classes from "./coupons.module.css";

/** The campaign's discount codes: an order that uses one counts for the campaign, with or without a click. */
export function CouponsCard({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation("campaign");
  const query = useCoupons(campaign.id);
  const hasAds = campaign.ad_groups.some(({ ads }) => ads.length > 0);
  return (
    <Card title={t("coupons.title")}>
      <div className={classes.stack}>
        <p className={classes.lead}>{t("coupons.lead")}</p>
        <QueryBoundary query={query} fallback={<SkeletonRows count={2} />}>
          {(coupons) => (
            <>
              <CouponLists campaignId={campaign.id} coupons={coupons} />
              {query.hasNextPage ? (
                <Button
                  variant="subtle"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t("coupons.more")}
                </Button>
              ) : null}
              {isClosed(campaign.status) || !isAllowed("campaign_coupon", "manage") ? null : hasAds ? (
                <AddCoupon campaignId={campaign.id} isFirst={coupons.length === 0} />
              ) : (
                <p className={classes.lead}>{t("coupons.ads_first")}</p>
              )}
            </>
          )}
        </QueryBoundary>
      </div>
    </Card>
  );
}

/** Those the campaign owns, and under them those it owned. */
function CouponLists({ campaignId, coupons }: { campaignId: string; coupons: readonly CouponAnswer[] }) {
  const { t } = useTranslation("campaign");
  const own = coupons.filter(({ owned_until }) => owned_until === null);
  const former = coupons.filter(({ owned_until }) => owned_until !== null);
  return (
    <>
      {own.length > 0 ? (
        <ul className={classes.list}>
          {own.map((coupon) => (
            <CouponItem
              key={coupon.id}
              coupon={coupon}
              action={<StopCoupon campaignId={campaignId} coupon={coupon} />}
            />
          ))}
        </ul>
      ) : null}
      {former.length > 0 ? (
        <details>
          <summary className={classes.former}>{t("coupons.former", { count: former.length })}</summary>
          <ul className={classes.list}>
            {former.map((coupon) => (
              <CouponItem key={coupon.id} coupon={coupon} />
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

function StopCoupon({ campaignId, coupon }: { campaignId: string; coupon: CouponAnswer }) {
  const { t } = useTranslation("campaign");
  const stop = useStopCoupon(campaignId);
  return (
    <ConfirmButton
      size="compact-sm"
      label={t("coupons.stop")}
      ariaLabel={t("coupons.stop_one", { code: coupon.code })}
      title={t("coupons.stop_question", { code: coupon.code })}
      busy={stop.isPending}
      onConfirm={(close) => stop.mutate(coupon.id, { onSuccess: close })}
    >
      {t(`coupons.stop_words.${coupon.source}`)}
    </ConfirmButton>
  );
}

function AddCoupon({ campaignId, isFirst }: { campaignId: string; isFirst: boolean }) {
  const { t } = useTranslation("campaign");
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <CouponForm campaignId={campaignId} onClose={() => setOpen(false)} />;
  return (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t(isFirst ? "coupons.add_first" : "coupons.add")}
      </Button>
    </div>
  );
}
