import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText, UserText } from "#base/web/kit/text.tsx";
import type { Duration } from "../../contract/enums.ts";
import type { Plan } from "../billing-calls.ts";
import { PayStep } from "./pay-step.tsx";
import classes from "./subscription.module.css";
import { useUpgradePreview } from "./subscription.queries.ts";
import { SubscriptionDialog } from "./subscription-dialog.tsx";
import { useInLanguage } from "./use-names.ts";
import { useUpgrade } from "./use-subscription-changes.ts";

type Props = { plan: Plan; months: Duration; onClose: () => void };

/** A larger plan now: its price, what is unused of the current one, what is due, and the payment. */
export function UpgradeDialog({ plan, months, onClose }: Props) {
  const { t } = useTranslation("billing_subscription");
  const inLanguage = useInLanguage();
  const query = useUpgradePreview(plan.id, months);
  const upgrade = useUpgrade();
  return (
    <SubscriptionDialog title={t("upgrade")} onClose={onClose}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {(preview) => (
          <>
            <p className={classes.planName}>
              <strong>
                <UserText>{inLanguage(plan.name)}</UserText>
              </strong>
              <span className={classes.quiet}>{t("months", { count: months })}</span>
            </p>
            <Amounts preview={preview} />
            <PayStep
              due={preview.due_halalas}
              done={t("saved.upgraded")}
              send={(payment) =>
                upgrade({
                  plan_version_id: plan.id,
                  duration_months: months,
                  payment,
                  previewed_at: preview.previewed_at,
                })
              }
              onDone={onClose}
            />
          </>
        )}
      </QueryBoundary>
    </SubscriptionDialog>
  );
}

type Preview = NonNullable<ReturnType<typeof useUpgradePreview>["data"]>;

function Amounts({ preview }: { preview: Preview }) {
  const { t } = useTranslation("billing_subscription");
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{t("price")}</dt>
          <dd>
            <Money halalas={preview.price_halalas} />
          </dd>
        </div>
        <div>
          <dt>{t("credit")}</dt>
          <dd>
            <Money halalas={-preview.credit_halalas} />
          </dd>
        </div>
        <div className={classes.total}>
          <dt>{t("due_now")}</dt>
          <dd>
            <Money halalas={preview.due_halalas} />
          </dd>
        </div>
      </dl>
      <p className={classes.quiet}>
        {t("upgrade_words")} <DateText at={preview.ends_at} />
      </p>
    </>
  );
}
