import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import type { SavedCard } from "../payments-calls.ts";

type Props = { cards: readonly SavedCard[]; onReplace: (cardId: string) => void };

/** Cards that end within a month or have ended, each with the way to replace it. */
export function ExpiryNotes({ cards, onReplace }: Props) {
  const { t } = useTranslation("payments_cards");
  return cards
    .filter(({ expiry }) => expiry !== "good")
    .map(({ id, expiry, brand, last_four }) => (
      <Banner
        key={id}
        tone={expiry === "past" ? "bad" : "waiting"}
        title={t(expiry === "past" ? "expired_title" : "expiring_title", {
          card: t("payments:card_ending", { brand, lastFour: last_four }),
        })}
        action={
          <Button variant="default" onClick={() => onReplace(id)}>
            {t("replace")}
          </Button>
        }
      >
        {t("expiring_words")}
      </Banner>
    ));
}
