import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, UserText } from "#base/web/kit/text.tsx";
import type { Duration } from "../../contract/enums.ts";
import type { Plan, Subscription } from "../billing-calls.ts";
import { useInLanguage } from "./use-names.ts";
import { useDowngrade } from "./use-subscription-changes.ts";

type Props = { plan: Plan; months: Duration; subscription: Subscription; onClose: () => void };

/** A smaller plan or a shorter period, which waits for the next period so that no paid time is lost. */
export function DowngradeDialog({ plan, months, subscription, onClose }: Props) {
  const { t } = useTranslation("billing_subscription");
  const inLanguage = useInLanguage();
  const downgrade = useDowngrade();
  const price = plan.prices.find(({ duration_months }) => duration_months === months);
  return (
    <ConfirmDialog
      opened
      title={t("downgrade_title")}
      confirm={t("downgrade")}
      busy={downgrade.isPending}
      onClose={onClose}
      onConfirm={() =>
        downgrade.mutate({ plan_version_id: plan.id, duration_months: months }, { onSettled: onClose })
      }
    >
      <p>
        <strong>
          <UserText>{inLanguage(plan.name)}</UserText>
        </strong>{" "}
        {t("months", { count: months })}
        {price ? (
          <>
            {" · "}
            <Money halalas={price.price_halalas} />
          </>
        ) : null}
      </p>
      <p>
        {t("downgrade_words")} <DateText at={subscription.current_ends_at} />
      </p>
    </ConfirmDialog>
  );
}
