import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import { OrderRows } from "./order-rows.tsx";
import classes from "./orders.module.css";
import { type OrdersNarrowed, orderListQuery } from "./orders.queries.ts";

type Props = {
  scope: ReportScope;
  narrowed: OrdersNarrowed;
  onNarrow: (narrowed: OrdersNarrowed) => void;
};

/** Every order with the campaign that brought it, narrowed by state and payment. */
export function ListCard({ scope, narrowed, onNarrow }: Props) {
  const { t } = useTranslation("reports_orders");
  const query = useInfiniteQuery(orderListQuery(scope, narrowed, useLanguage()));
  const { payment, ...rest } = narrowed;
  const { state, ...withoutState } = narrowed;
  return (
    <Card
      title={t("list.title")}
      aside={
        <SegmentedControl
          aria-label={t("list.payment")}
          value={payment ?? "all"}
          onChange={(value) =>
            onNarrow(value === "all" ? rest : { ...rest, payment: value === "cod" ? "cod" : "paid" })
          }
          data={(["all", "cod", "paid"] as const).map((value) => ({
            value,
            label: value === "all" ? t("list.all") : t(value),
          }))}
        />
      }
    >
      {state ? (
        <div className={classes.chips}>
          <Button
            variant="default"
            size="xs"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={t("list.clear_state", { state: t(`state.${state}`) })}
            onClick={() => onNarrow(withoutState)}
          >
            {t(`state.${state}`)}
          </Button>
        </div>
      ) : null}
      <OrderRows query={query} label={t("list.title")} />
    </Card>
  );
}
