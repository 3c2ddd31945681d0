import { Button, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { useCardName } from "#modules/payments/web/card-choice.parts.tsx";
import { useCards } from "#modules/payments/web/payments.queries.ts";
import { TopUpButton } from "../top-up-button.tsx";
import { useTopUp } from "../wallet.queries.ts";
import type { TopUp } from "../wallet-calls.ts";
import classes from "./automatic.module.css";
import { TopUpForm } from "./top-up-form.tsx";
import {
  PlannedNote,
  SpentThisMonth,
  StoppedNote,
  TopUpBadge,
  TopUpCharges,
  WaitingNote,
} from "./top-up-state.tsx";
import { useTopUpSentence } from "./use-top-up-sentence.ts";
import { useTurnOffTopUp } from "./use-top-up-settings.ts";

/** The automatic top-up: off by default, what it will do, what it did, and why it stopped. */
export function AutomaticTopUpCard() {
  const { t } = useTranslation("wallet_automatic");
  const query = useTopUp();
  const topUp = query.data;
  return (
    <Card title={t("title")} aside={topUp ? <TopUpBadge topUp={topUp} /> : null}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={2} />}>
        {(topUp) => <Settings topUp={topUp} />}
      </QueryBoundary>
    </Card>
  );
}

function Settings({ topUp }: { topUp: TopUp }) {
  const { t } = useTranslation("wallet_automatic");
  const [isOpen, setOpen] = useState(false);
  const turnOff = useTurnOffTopUp();
  return (
    <div className={classes.stack}>
      <StoppedNote topUp={topUp} />
      <PlannedNote topUp={topUp} />
      <WaitingNote topUp={topUp} />
      {topUp.is_active ? <ActiveSentence topUp={topUp} /> : <p className={classes.quiet}>{t("lead")}</p>}
      {topUp.is_active ? <SpentThisMonth topUp={topUp} /> : null}
      <div className={classes.line}>
        <Button variant={topUp.is_active ? "default" : "light"} onClick={() => setOpen(true)}>
          {t(topUp.is_active ? "change" : "turn_on")}
        </Button>
        {topUp.is_active ? (
          <Button
            variant="subtle"
            color="bad"
            loading={turnOff.isPending}
            onClick={() => turnOff.mutate(topUp)}
          >
            {t("turn_off")}
          </Button>
        ) : null}
      </div>
      <TopUpCharges topUp={topUp} />
      {isOpen ? <SettingsDialog topUp={topUp} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}

function ActiveSentence({ topUp }: { topUp: TopUp }) {
  const { t } = useTranslation("wallet_automatic");
  const toSentence = useTopUpSentence();
  const nameCard = useCardName();
  const card = useCards().data?.find(({ id }) => id === topUp.card_id);
  return <p className={classes.sentence}>{toSentence(topUp, card ? nameCard(card) : t("your_card"))}</p>;
}

function SettingsDialog({ topUp, onClose }: { topUp: TopUp; onClose: () => void }) {
  const { t } = useTranslation("wallet_automatic");
  const isPhone = !useIsAtLeast("tablet");
  const query = useCards();
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={isPhone}
      title={<strong>{t("title")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <QueryBoundary query={query} fallback={<SkeletonRows count={3} />}>
        {(all) => {
          const cards = all.filter(({ expiry }) => expiry !== "past");
          return cards.length > 0 ? (
            <TopUpForm topUp={topUp} cards={cards} onClose={onClose} />
          ) : (
            <div className={classes.stack}>
              <div className={classes.quiet}>
                <strong>{t("no_card")}</strong>
                <p>{t("no_card_words")}</p>
              </div>
              <TopUpButton mustSaveCard label={t("wallet:add_card")} fullWidth />
            </div>
          );
        }}
      </QueryBoundary>
    </Modal>
  );
}
