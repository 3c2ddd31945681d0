import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { Answer } from "#base/shared/contract.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { ProgressBar } from "#base/web/kit/progress.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { DesignerCalls } from "../contract/designer.calls.ts";
import classes from "./designer.module.css";

type State = Answer<DesignerCalls["GET Clients/DigitalDesigner/state"]>;

/** What is left of the month's pictures and when they renew; without a subscription, the ways to one. */
export function QuotaBar({ state }: { state: State }) {
  const { t } = useTranslation("designer");
  const format = useFormat();
  const { quota, available_pictures: available, is_subscribed } = state;
  if (!is_subscribed) return <Subscribe />;
  const left = quota?.left_pictures ?? null;
  const limit = quota?.limit_pictures ?? null;
  return (
    <div className={classes.quota}>
      <div className={classes.quotaLine}>
        <span>
          {available === null
            ? t("quota.unlimited")
            : limit !== null && left !== null && available === left
              ? t("quota.left", { left: format.number(left), limit: format.number(limit) })
              : t("quota.left_bought", { left: format.number(available) })}
        </span>
        {quota ? <span>{t("quota.renews", { day: format.date(quota.renews_at, "short") })}</span> : null}
      </div>
      {limit !== null && left !== null && limit > 0 ? (
        <ProgressBar value={left / limit} label={t("quota.bar")} tone="clay" />
      ) : null}
      {available === 0 ? (
        <Banner
          tone="waiting"
          title={t("used_up.title")}
          action={
            <Button component={Link} to="/financial-transaction/services-stock" variant="default">
              {t("used_up.buy")}
            </Button>
          }
        >
          {t("used_up.words")}
        </Banner>
      ) : null}
    </div>
  );
}

/** 'Not subscribed to the digital designer', with both ways to pictures. */
function Subscribe() {
  const { t } = useTranslation("designer");
  return (
    <Banner
      tone="waiting"
      title={t("subscribe.title")}
      action={
        <div className={classes.acts}>
          <Button component={Link} to="/financial-transaction/active-subscribtions" color="clay">
            {t("subscribe.plans")}
          </Button>
          <Button component={Link} to="/financial-transaction/services-stock" variant="default">
            {t("subscribe.buy")}
          </Button>
        </div>
      }
    >
      {t("subscribe.words")}
    </Banner>
  );
}
