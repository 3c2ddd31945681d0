import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Pagination } from "#base/web/kit/pagination.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { DateText, Figure } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { CatalogueCoupon } from "../../contract/catalogue-coupons.calls.ts";
import classes from "./catalogue.module.css";
import { useCoupons, useQuickChange } from "./catalogue.queries.ts";
import { call } from "./catalogue-calls.ts";
import { CouponForm } from "./coupon-form.tsx";
import { toCouponFields } from "./coupon-values.ts";
import { ItemRow } from "./item-row.tsx";

/** Which form is open: a coupon's, of a new one, or none. */
const newItem = "";

/** Coupons with how often each was used, newest first. */
export function CouponsTab() {
  const { t } = useTranslation("billing_catalogue");
  const [page, setPage] = useState(1);
  const coupons = useCoupons(page);
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {open === newItem ? (
        <CouponForm coupon={null} onClose={close} />
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen(newItem)}>
            {t("coupons.new")}
          </Button>
        </div>
      )}
      <QueryBoundary query={coupons} fallback={<SkeletonRows count={3} />}>
        {({ items, size, total }) =>
          total === 0 ? (
            <EmptyState title={t("coupons.none")}>{t("coupons.none_words")}</EmptyState>
          ) : (
            <>
              <ul className={classes.rows} aria-label={t("tabs.coupons")}>
                {items.map((coupon) => (
                  <CouponRow
                    key={coupon.id}
                    coupon={coupon}
                    form={open === coupon.id ? <CouponForm coupon={coupon} onClose={close} /> : null}
                    onEdit={() => setOpen(open === coupon.id ? null : coupon.id)}
                  />
                ))}
              </ul>
              <Pagination page={page} size={size} total={total} onChange={setPage} />
            </>
          )
        }
      </QueryBoundary>
    </>
  );
}

type RowProps = { coupon: CatalogueCoupon; form: React.ReactNode; onEdit: () => void };

function CouponRow({ coupon, form, onEdit }: RowProps) {
  const { t } = useTranslation("billing_catalogue");
  const change = useQuickChange((coupon: CatalogueCoupon) =>
    call("PUT Staff/Billing/coupons/{id}", {
      params: { id: coupon.id },
      body: { ...toCouponFields(coupon), revision: coupon.revision },
    }),
  );
  return (
    <ItemRow
      name={coupon.code}
      isOn={coupon.is_active}
      onSwitch={(is_active) => change.mutate({ ...coupon, is_active })}
      isBusy={change.isPending}
      form={form}
      onEdit={onEdit}
    >
      <Effect coupon={coupon} /> · {t(`scope.${coupon.scope}`)}
      {coupon.is_first_purchase_only ? ` · ${t("coupons.first_purchase")}` : null} ·{" "}
      {t("coupons.used", { count: coupon.uses })}
      {coupon.max_uses === null ? null : (
        <>
          {" "}
          {t("coupons.of_at_most")} <Figure value={coupon.max_uses} />
        </>
      )}
      <Span coupon={coupon} />
    </ItemRow>
  );
}

function Effect({ coupon: { percent_basis_points, amount_halalas } }: Pick<RowProps, "coupon">) {
  const format = useFormat();
  if (percent_basis_points === null) return <Money halalas={amount_halalas ?? 0} whole />;
  const decimals = percent_basis_points % 100 === 0 ? 0 : 2;
  return <bdi dir="ltr">{format.percent(percent_basis_points / 10_000, decimals)}</bdi>;
}

/** Noon is in the day everywhere that a date is written. */
const atNoon = (day: string) => `${day}T12:00:00+03:00`;

function Span({ coupon: { starts_on, ends_on } }: Pick<RowProps, "coupon">) {
  const { t } = useTranslation("billing_catalogue");
  return (
    <>
      {starts_on === null ? null : (
        <>
          {" "}
          · {t("coupons.from")} <DateText at={atNoon(starts_on)} style="full" />
        </>
      )}
      {ends_on === null ? null : (
        <>
          {" "}
          · {t("coupons.until")} <DateText at={atNoon(ends_on)} style="full" />
        </>
      )}
    </>
  );
}
