import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { ProgressBar } from "#base/web/kit/progress.tsx";
import { DateText, Figure } from "#base/web/kit/text.tsx";
import { type PlanFeature, planFeatures } from "../../contract/enums.ts";
import type { StockService } from "../../contract/stock.enums.ts";
import type { Subscription } from "../billing-calls.ts";
import { stockQuery } from "../stock/stock.queries.ts";
import classes from "./subscription.module.css";

/** Features whose use is counted, by the service that shows the count. Text and WhatsApp messages share one. */
const counted: Partial<Record<PlanFeature, StockService>> = {
  writer_words: "writer_words",
  designer_pictures: "designer_pictures",
  messages: "sms",
  consultations: "consultation_vouchers",
};

/** What the plan opens, and what is used of it this month. */
export function OpenedCard({ subscription: { plan, is_open } }: { subscription: Subscription }) {
  const { t } = useTranslation("billing_subscription");
  const items = useQuery(stockQuery).data?.items ?? [];
  const findQuota = (feature: PlanFeature) =>
    items.find(({ service }) => service === counted[feature])?.quota ?? null;
  const renewsAt = is_open ? findQuota("writer_words")?.renews_at : undefined;
  return (
    <Card title={t("opened")}>
      <div className={classes.stack}>
        {is_open ? null : <p className={classes.quiet}>{t("closed_words")}</p>}
        <ul className={classes.opened}>
          {planFeatures.map((feature) => (
            <Opened
              key={feature}
              feature={feature}
              limit={plan.opens[feature]}
              used={is_open ? (findQuota(feature)?.used_units ?? null) : null}
            />
          ))}
        </ul>
        {renewsAt ? (
          <p className={classes.quiet}>
            {t("quota_until")} <DateText at={renewsAt} />
          </p>
        ) : null}
      </div>
    </Card>
  );
}

type OpenedProps = { feature: PlanFeature; limit: number | null; used: number | null };

function Opened({ feature, limit, used }: OpenedProps) {
  const { t } = useTranslation("billing_subscription");
  const name = t(`feature.${feature}`);
  return (
    <li>
      <span className={classes.openedLine}>
        <span>{name}</span>
        <span>
          {used !== null && limit !== 0 ? (
            <>
              <Figure value={used} /> {t("of")}{" "}
            </>
          ) : null}
          <Limit limit={limit} />
        </span>
      </span>
      {used !== null && limit ? <ProgressBar value={used / limit} label={t("used", { name })} /> : null}
    </li>
  );
}

/** A number a month, without limit, or closed. */
export function Limit({ limit }: { limit: number | null }) {
  const { t } = useTranslation("billing_subscription");
  if (limit === null) return t("unlimited");
  return limit === 0 ? t("not_included") : <Figure value={limit} />;
}
