import { Button, Radio } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { SavedCard } from "#modules/payments/web/payments.queries.ts";
import { useCards } from "#modules/payments/web/payments.queries.ts";
import type { Subscription } from "../billing-calls.ts";
import classes from "./subscription.module.css";
import { SubscriptionDialog } from "./subscription-dialog.tsx";
import { useRenewalMethodName } from "./use-names.ts";
import { useSaveRenewalMethod } from "./use-subscription-changes.ts";

type Props = { subscription: Subscription };

/** What renewals are paid from. */
export function RenewalMethodCard({ subscription }: Props) {
  const { t } = useTranslation("billing_subscription");
  const [isOpen, setOpen] = useState(false);
  const toName = useRenewalMethodName();
  const query = useCards();
  return (
    <Card title={t("renewal_method")}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={1} />}>
        {(cards) => (
          <div className={classes.stack}>
            <p className={classes.quiet}>{toName(subscription)}</p>
            <div className={classes.actions}>
              <Button variant="default" onClick={() => setOpen(true)}>
                {t("change_method")}
              </Button>
            </div>
            {isOpen ? (
              <SubscriptionDialog title={t("renewal_method")} onClose={() => setOpen(false)}>
                <MethodForm
                  subscription={subscription}
                  cards={cards.filter(({ expiry }) => expiry !== "past")}
                  onClose={() => setOpen(false)}
                />
              </SubscriptionDialog>
            ) : null}
          </div>
        )}
      </QueryBoundary>
    </Card>
  );
}

type FormProps = Props & { cards: readonly SavedCard[]; onClose: () => void };

function MethodForm({ subscription, cards, onClose }: FormProps) {
  const { t } = useTranslation("billing_subscription");
  const save = useSaveRenewalMethod();
  const toName = useRenewalMethodName();
  const submission = useSubmission(["card_id", "source"]);
  const present =
    cards.find(({ id }) => id === subscription.card_id) ?? cards.find(({ is_default }) => is_default);
  const [chosen, setChosen] = useState(
    subscription.payment_source === "card" ? (present?.id ?? "balance") : "balance",
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body =
      chosen === "balance"
        ? ({ source: "balance", card_id: null } as const)
        : ({ source: "card", card_id: chosen } as const);
    void submission.run(async () => {
      await save(body);
      notify(t("saved.method"), "success");
      onClose();
    });
  };
  const error = submission.errors.card_id ?? submission.errors.source;
  return (
    <form className={classes.stack} noValidate onSubmit={submit}>
      {subscription.state === "past_due" ? <p className={classes.quiet}>{t("method_past_due")}</p> : null}
      <Radio.Group label={t("renew_from")} value={chosen} onChange={setChosen}>
        <div className={classes.stack}>
          {cards.map(({ id }) => (
            <Radio key={id} value={id} label={toName({ payment_source: "card", card_id: id })} />
          ))}
          <Radio value="balance" label={t("from_balance")} />
        </div>
      </Radio.Group>
      {error ? <ErrorLine>{error}</ErrorLine> : null}
      <LinkButton to="/financial-transaction/payment-methods" variant="subtle" className={classes.back}>
        {t("add_card")}
      </LinkButton>
      <Button type="submit" loading={submission.isSubmitting}>
        {t("save")}
      </Button>
    </form>
  );
}
