import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card, NoData } from "#base/web/kit/page.tsx";
import { Pagination } from "#base/web/kit/pagination.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { DateText, UserText } from "#base/web/kit/text.tsx";
import type { PeriodState } from "../../contract/enums.ts";
import type { ListedPeriod } from "../billing-calls.ts";
import classes from "./subscription.module.css";
import { periodsPageSize, usePeriods } from "./subscription.queries.ts";
import { useSubscriptionState } from "./subscription-state.ts";
import { useInLanguage } from "./use-names.ts";

const tones: Record<PeriodState, Tone> = { paid: "good", open: "waiting", void: "neutral" };

/** Every period that was charged or is to be, newest first. */
export function PeriodsCard() {
  const { t } = useTranslation("billing_subscription");
  const { state, change } = useSubscriptionState();
  const query = usePeriods(state.page ?? 1);
  return (
    <Card title={t("periods")}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
        {({ items, page, total }) =>
          total === 0 ? (
            <EmptyState title={t("no_periods")}>{t("no_periods_words")}</EmptyState>
          ) : (
            <>
              <PeriodsTable items={items} isBusy={query.isPlaceholderData} />
              <Pagination
                page={page}
                size={periodsPageSize}
                total={total}
                onChange={(next) => change({ page: next })}
              />
            </>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

function PeriodsTable({ items, isBusy }: { items: ListedPeriod[]; isBusy: boolean }) {
  const { t } = useTranslation("billing_subscription");
  const inLanguage = useInLanguage();
  const columns: Column<ListedPeriod>[] = [
    {
      key: "what",
      header: t("period"),
      kind: "main",
      cell: (item) => (
        <span className={classes.what}>
          <strong>
            <UserText>{inLanguage(item.plan_name)}</UserText>
          </strong>
          <span className={classes.quiet}>{t(`period_kind.${item.kind}`)}</span>
          <StatusBadge tone={tones[item.state]}>{t(`period_state.${item.state}`)}</StatusBadge>
        </span>
      ),
    },
    {
      key: "span",
      header: t("period_span"),
      cell: ({ starts_at, ends_at, replaced_at }) => (
        <span>
          <DateText at={starts_at} style="short" /> – <DateText at={replaced_at ?? ends_at} style="short" />
        </span>
      ),
    },
    {
      key: "price",
      header: t("price"),
      kind: "figure",
      cell: (item) => <Money halalas={item.price_halalas} />,
    },
    { key: "off", header: t("taken_off"), kind: "figure", cell: (item) => <TakenOff item={item} /> },
    {
      key: "due",
      header: t("charged"),
      kind: "figure",
      cell: (item) => <Charged item={item} />,
    },
    {
      key: "source",
      header: t("paid_from"),
      cell: ({ payment_source }) => t(payment_source === "balance" ? "from_balance" : "from_card"),
    },
    {
      key: "paid",
      header: t("paid_on"),
      cell: ({ paid_at }) =>
        paid_at ? <DateText at={paid_at} style="short" /> : <NoData label={t("not_paid")} />,
    },
  ];
  return (
    <DataTable caption={t("periods")} columns={columns} rows={items} rowKey={({ id }) => id} busy={isBusy} />
  );
}

/** What the period took, and what of it went back. */
function Charged({ item: { due_halalas, returned_halalas } }: { item: ListedPeriod }) {
  const { t } = useTranslation("billing_subscription");
  if (returned_halalas === 0) return <Money halalas={due_halalas} />;
  return (
    <span className={classes.what}>
      <Money halalas={due_halalas} />
      <span className={classes.quiet}>
        {t("went_back")} <Money halalas={returned_halalas} />
      </span>
    </span>
  );
}

/** The credit of an upgrade and a coupon's discount together. */
function TakenOff({ item: { credit_halalas, discount_halalas } }: { item: ListedPeriod }) {
  const { t } = useTranslation("billing_subscription");
  const off = credit_halalas + discount_halalas;
  return off === 0 ? <NoData label={t("nothing_taken_off")} /> : <Money halalas={-off} />;
}
