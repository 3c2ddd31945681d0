import { Button } from "@mantine/core";
import { IconCheck, IconMinus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { type Duration, planFeatures } from "../../contract/enums.ts";
import type { Plan } from "../billing-calls.ts";
import { Limit } from "./opened-card.tsx";
import type { PlanChoice } from "./plan-choice.ts";
import classes from "./subscription.module.css";
import { useInLanguage } from "./use-names.ts";

type Props = {
  plan: Plan;
  months: Duration;
  choice: PlanChoice;
  onChange: (kind: "upgrade" | "downgrade") => void;
};

/** A plan with its price for the chosen duration and what it opens a month. */
export function PlanCard({ plan, months, choice, onChange }: Props) {
  const { t } = useTranslation("billing_subscription");
  const inLanguage = useInLanguage();
  const price = plan.prices.find(({ duration_months }) => duration_months === months);
  return (
    <li className={classes.plan} data-current={choice === "current"}>
      <div>
        <h3 id={`plan-${plan.id}`}>
          <UserText>{inLanguage(plan.name)}</UserText>
        </h3>
        <p className={classes.quiet}>
          <UserText>{inLanguage(plan.description)}</UserText>
        </p>
      </div>
      {price ? (
        <p className={classes.price}>
          <strong>
            <Money halalas={price.price_halalas} whole />
          </strong>
          <span className={classes.quiet}>
            {t("months", { count: months })}
            {months > 1 ? (
              <>
                {" · "}
                <Money halalas={price.monthly_halalas} /> {t("a_month")}
              </>
            ) : null}
          </span>
        </p>
      ) : null}
      <ul className={classes.features}>
        {planFeatures.map((feature) => (
          <li key={feature} data-open={plan.opens[feature] !== 0}>
            {plan.opens[feature] === 0 ? (
              <IconMinus size={18} aria-hidden />
            ) : (
              <IconCheck size={18} aria-hidden />
            )}
            <span>
              {t(`feature.${feature}`)}: <Limit limit={plan.opens[feature]} />
            </span>
          </li>
        ))}
      </ul>
      <ChoiceButton plan={plan} months={months} choice={choice} onChange={onChange} />
    </li>
  );
}

function ChoiceButton({ plan, months, choice, onChange }: Props) {
  const { t } = useTranslation("billing_subscription");
  const describedBy = `plan-${plan.id}`;
  if (choice === "buy")
    return (
      <LinkButton
        to="/checkout"
        search={{ plan: plan.id, months }}
        color="clay"
        aria-describedby={describedBy}
      >
        {t("subscribe")}
      </LinkButton>
    );
  if (choice === "upgrade" || choice === "downgrade")
    return isAllowed("billing", "manage") ? (
      <Button
        variant={choice === "upgrade" ? "filled" : "default"}
        aria-describedby={describedBy}
        onClick={() => onChange(choice)}
      >
        {t(choice)}
      </Button>
    ) : null;
  if (choice === "resume_first") return <p className={classes.quiet}>{t("resume_first")}</p>;
  return <StatusBadge tone={choice === "current" ? "good" : "info"}>{t(`choice_${choice}`)}</StatusBadge>;
}
