import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Ltr, UserText } from "#base/web/kit/text.tsx";
import classes from "./card-face.module.css";
import type { SavedCard } from "./payments-calls.ts";

/** A card without a name of its own is called by its brand, which is then not shown twice. */
export const isNamedByBrand = ({ name, brand }: Pick<SavedCard, "name" | "brand">): boolean =>
  name.trim().toLowerCase() === brand.toLowerCase();

/** A card drawn in its theme; null draws an empty place for a future card. */
export function CardFace({ card }: { card: Pick<SavedCard, Shown> | null }) {
  const { t } = useTranslation("payments");
  if (card === null) return <div className={classes.face} data-theme="none" />;
  return (
    <div className={classes.face} data-theme={card.theme}>
      <div className={classes.line}>
        <strong>
          <UserText>{card.name}</UserText>
        </strong>
        {isNamedByBrand(card) ? null : <Ltr>{card.brand}</Ltr>}
      </div>
      <div className={classes.number}>
        <Ltr>•••• •••• •••• {card.last_four}</Ltr>
      </div>
      <div className={classes.line}>
        <span>
          <span className="visually-hidden">{t("holder")} </span>
          <UserText>{card.holder_name}</UserText>
        </span>
        <span className={classes.expiry}>
          {t("expires")}{" "}
          <Ltr>
            {String(card.expiry_month).padStart(2, "0")}/{String(card.expiry_year).slice(-2)}
          </Ltr>
        </span>
      </div>
      {card.expiry === "good" ? null : (
        <div>
          <StatusBadge tone={card.expiry === "past" ? "bad" : "waiting"}>
            {t(card.expiry === "past" ? "expired" : "expires_soon")}
          </StatusBadge>
        </div>
      )}
    </div>
  );
}

type Shown =
  | "name"
  | "theme"
  | "brand"
  | "last_four"
  | "holder_name"
  | "expiry_month"
  | "expiry_year"
  | "expiry";
