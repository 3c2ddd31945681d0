import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, Figure, Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { CouponAnswer } from "#modules/tracking/web/coupons.queries.ts";
import classes from "./coupons.module.css";

const tones: Record<CouponAnswer["status"], Tone> = {
  creating: "waiting",
  active: "good",
  rejected: "bad",
  stopping: "waiting",
  stopped: "neutral",
};

/** A code with what it brought; what went wrong with it stands below. */
export function CouponItem({ coupon, action }: { coupon: CouponAnswer; action?: ReactNode }) {
  const { t } = useTranslation("campaign");
  const { code, status, percent, ends_on, rejection, leak, owned_from, owned_until } = coupon;
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <strong className={classes.code}>
          <Ltr>{code}</Ltr>
        </strong>
        <StatusBadge tone={tones[status]}>{t(`coupons.statuses.${status}`)}</StatusBadge>
        {action}
      </div>
      <p className={classes.terms}>
        {percent === null || ends_on === null ? (
          t("coupons.typed_terms")
        ) : (
          <>
            {t("coupons.terms", { percent: `${percent}%` })} <DateText at={`${ends_on}T12:00:00+03:00`} />
          </>
        )}
        {owned_until === null || status === "rejected" ? null : (
          <>
            {" · "}
            <DateText at={owned_from} style="short" /> – <DateText at={owned_until} style="short" />
          </>
        )}
      </p>
      {rejection ? (
        <Banner tone="bad" title={t("coupons.rejected")}>
          {t(`coupons.rejections.${rejection}`)}
        </Banner>
      ) : (
        <Uses coupon={coupon} />
      )}
      {leak ? <Leak leak={leak} /> : null}
    </li>
  );
}

function Uses({ coupon }: { coupon: CouponAnswer }) {
  const { t } = useTranslation("campaign");
  return (
    <dl className={classes.sums}>
      <div>
        <dt>{t("coupons.uses")}</dt>
        <dd>
          <Figure value={coupon.uses} />
        </dd>
      </div>
      <div>
        <dt>{t("coupons.without_click")}</dt>
        <dd>
          <Figure value={coupon.uses_without_click} />
        </dd>
      </div>
      <div>
        <dt>{t("coupons.sales")}</dt>
        <dd>
          <Money halalas={coupon.sales_placed_halalas} />
        </dd>
      </div>
    </dl>
  );
}

function Leak({ leak }: { leak: NonNullable<CouponAnswer["leak"]> }) {
  const { t } = useTranslation("campaign");
  const format = useFormat();
  return (
    <Banner tone="waiting" title={t("coupons.leaked")}>
      {t("coupons.leaked_words", {
        count: leak.uses_without_click,
        day: format.date(`${leak.day}T12:00:00+03:00`, "short"),
        expected: format.number(leak.expected_uses, 1),
      })}
    </Banner>
  );
}
