import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { currentLanguage } from "#base/web/runtime/preferences.ts";
import type { CataloguePlan } from "../../contract/catalogue-plans.calls.ts";
import { durations } from "../../contract/enums.ts";
import classes from "./catalogue.module.css";
import { usePlans, useQuickChange } from "./catalogue.queries.ts";
import { call } from "./catalogue-calls.ts";
import { exchange, ItemRow } from "./item-row.tsx";
import { PlanForm } from "./plan-form.tsx";
import { toPlanFields } from "./plan-values.ts";

/** Which form is open: an item's, of a new one, or none. */
const newItem = "";

/** All plans, from the smallest to the largest. */
export function PlansTab() {
  const { t } = useTranslation("billing_catalogue");
  const plans = usePlans();
  const [open, setOpen] = useState<string | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Banner title={t("plans.who_has_it")}>{t("plans.who_has_it_words")}</Banner>
      <QueryBoundary query={plans} fallback={<SkeletonRows count={3} />}>
        {({ items }) => (
          <ul className={classes.rows} aria-label={t("tabs.plans")}>
            {items.map((plan, index) => (
              <PlanRow
                key={plan.code}
                plans={items}
                index={index}
                form={open === plan.code ? <PlanForm plan={plan} onClose={close} /> : null}
                onEdit={() => setOpen(open === plan.code ? null : plan.code)}
              />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {open === newItem ? (
        <PlanForm plan={null} onClose={close} />
      ) : (
        <div>
          <Button variant="default" onClick={() => setOpen(newItem)}>
            {t("plans.new")}
          </Button>
        </div>
      )}
    </>
  );
}

type RowProps = {
  plans: readonly CataloguePlan[];
  index: number;
  form: React.ReactNode;
  onEdit: () => void;
};

function PlanRow({ plans, index, form, onEdit }: RowProps) {
  const { t } = useTranslation("billing_catalogue");
  const change = useQuickChange((plan: CataloguePlan) =>
    call("PUT Staff/Billing/plans/{code}", {
      params: { code: plan.code },
      body: { ...toPlanFields(plan), revision: plan.revision },
    }),
  );
  const reorder = useQuickChange((items: readonly CataloguePlan[]) =>
    call("POST Staff/Billing/plans/reorder", {
      body: { items: items.map(({ code, revision }) => ({ code, revision })) },
    }),
  );
  const plan = plans[index];
  if (!plan) return null;
  const moveTo = (to: number) => {
    const moved = exchange(plans, index, to);
    return moved && (() => reorder.mutate(moved));
  };
  return (
    <ItemRow
      name={currentLanguage() === "ar" ? plan.name_ar : plan.name_en}
      badges={plan.is_trial ? <StatusBadge tone="info">{t("plans.trial")}</StatusBadge> : null}
      isOn={plan.is_offered}
      onSwitch={(is_offered) => change.mutate({ ...plan, is_offered })}
      isBusy={change.isPending || reorder.isPending}
      move={{ up: moveTo(index - 1), down: moveTo(index + 1) }}
      form={form}
      onEdit={onEdit}
    >
      {durations.map((count) => (
        <span key={count}>
          {t("plans.months", { count })} <Money halalas={plan[`price_${count}_halalas`]} whole /> ·{" "}
        </span>
      ))}
      {t("plans.version", { version: plan.version })}
    </ItemRow>
  );
}
