import { Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { errorNode, MoneyField } from "#base/web/forms/fields.tsx";
import { useServerForm } from "#base/web/forms/form.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { CardChoice, useCardName } from "#modules/payments/web/card-choice.parts.tsx";
import type { SavedCard } from "#modules/payments/web/payments.queries.ts";
import { reachesThreshold } from "../../domain/top-up.ts";
import type { TopUp } from "../wallet-calls.ts";
import classes from "./automatic.module.css";
import { type Limits, useTopUpSentence } from "./use-top-up-sentence.ts";
import { useSaveTopUp } from "./use-top-up-settings.ts";

type Props = { topUp: TopUp; cards: SavedCard[]; onClose: () => void };
type Values = Record<keyof Limits, number | null> & { card_id: string | null };

/** The card, when, how much and the month's ceiling; what will happen stands below in one sentence. */
export function TopUpForm({ topUp, cards, onClose }: Props) {
  const { t } = useTranslation("wallet_automatic");
  const save = useSaveTopUp();
  const form = useServerForm<Values>({
    initialValues: toValues(topUp, cards),
    validate: {
      card_id: (card) => (card === null ? t("card_required") : null),
      threshold_halalas: (amount) => (amount ? null : t("amount_required")),
      amount_halalas: (amount, { threshold_halalas }) =>
        !amount
          ? t("amount_required")
          : reachesThreshold(amount, threshold_halalas ?? 0)
            ? null
            : t("amount_below_threshold"),
      monthly_ceiling_halalas: (ceiling, { amount_halalas }) =>
        !ceiling ? t("amount_required") : ceiling < (amount_halalas ?? 0) ? t("ceiling_too_low") : null,
    },
    send: async ({ card_id, ...amounts }) => {
      await save({ is_active: true, card_id, ...(amounts as Limits) });
      notify(t(topUp.is_active ? "changed" : "saved"), "success");
      onClose();
    },
  });
  const { card_id, ...amounts } = form.getValues();
  return (
    <form className={classes.stack} onSubmit={form.submit} noValidate>
      <CardChoice
        label={t("card")}
        cards={cards}
        chosen={card_id}
        error={errorNode(form.errors.card_id)}
        onChoose={(id) => form.setFieldValue("card_id", id)}
      />
      <MoneyField label={t("threshold")} {...form.getInputProps("threshold_halalas")} />
      <MoneyField label={t("amount")} {...form.getInputProps("amount_halalas")} />
      <MoneyField label={t("ceiling")} {...form.getInputProps("monthly_ceiling_halalas")} />
      <Sentence amounts={amounts} card={cards.find(({ id }) => id === card_id)} />
      {topUp.is_active ? null : <p className={classes.quiet}>{t("consent")}</p>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("cancel")}
        </Button>
        <Button type="submit" loading={form.isSending}>
          {t(topUp.is_active ? "save" : "turn_on")}
        </Button>
      </Group>
    </form>
  );
}

/** What was chosen before, else a proposal; the default card when the chosen one can no longer pay. */
function toValues(topUp: TopUp, cards: SavedCard[]): Values {
  const card =
    cards.find(({ id }) => id === topUp.card_id) ?? cards.find(({ is_default }) => is_default) ?? cards[0];
  return {
    card_id: card?.id ?? null,
    threshold_halalas: topUp.threshold_halalas || proposal.threshold_halalas,
    amount_halalas: topUp.amount_halalas || proposal.amount_halalas,
    monthly_ceiling_halalas: topUp.monthly_ceiling_halalas || proposal.monthly_ceiling_halalas,
  };
}

const proposal: Limits = {
  threshold_halalas: 200_00,
  amount_halalas: 500_00,
  monthly_ceiling_halalas: 2_000_00,
};

function Sentence({
  amounts,
  card,
}: {
  amounts: Record<keyof Limits, number | null>;
  card?: SavedCard | undefined;
}) {
  const toSentence = useTopUpSentence();
  const nameCard = useCardName();
  const { threshold_halalas, amount_halalas, monthly_ceiling_halalas } = amounts;
  if (!card || !threshold_halalas || !amount_halalas || !monthly_ceiling_halalas) return null;
  return (
    <p className={classes.sentence} aria-live="polite">
      {toSentence({ threshold_halalas, amount_halalas, monthly_ceiling_halalas }, nameCard(card))}
    </p>
  );
}
