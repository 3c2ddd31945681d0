import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { useCards } from "#modules/payments/web/payments.queries.ts";
import { MissingFundsNote } from "../missing-funds-note.tsx";
import classes from "./form.module.css";
import type { CampaignFormState } from "./use-campaign-form.ts";
import { usePlanCost } from "./use-plan-cost.ts";

/** Nothing runs without a card on file: said before the launch, not by its refusal. */
function CardNote() {
  const { t } = useTranslation("campaigns");
  const cards = useCards().data;
  if (cards?.length !== 0) return null;
  return (
    <Banner
      tone="waiting"
      action={
        <LinkButton to="/financial-transaction/payment-methods" variant="default">
          {t("shortage.add_card")}
        </LinkButton>
      }
    >
      {t("shortage.no_card")}
    </Banner>
  );
}

/**
 * The most the plan can cost today on all its platforms, the reserve it needs, and what is free; with a deposit right
 * there where that is not enough.
 */
export function PlanCostCard({
  form: { draft, context },
}: {
  form: Pick<CampaignFormState, "draft" | "context">;
}) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const { mostToday, reserve, available, missingFunds } = usePlanCost(draft, context);
  if (reserve === 0) return <Card title={t("cost")}>{t("cost_empty")}</Card>;
  const rows = [
    { key: "most", label: t("most_today"), amount: mostToday },
    { key: "reserve", label: t("campaigns:reserve"), amount: reserve },
    { key: "free", label: t("campaigns:shortage.free"), amount: available },
  ];
  return (
    <Card title={t("cost")}>
      <div className={classes.figures}>
        {rows.map(({ key, label, amount }) =>
          amount === null ? null : (
            <div key={key} className={classes.figure}>
              <span>{label}</span>
              <strong>
                <Money halalas={amount} />
              </strong>
            </div>
          ),
        )}
        {missingFunds ? <MissingFundsNote missingFunds={missingFunds} /> : null}
        <CardNote />
        <p className={classes.soft}>{t("cost_plan_words")}</p>
      </div>
    </Card>
  );
}
