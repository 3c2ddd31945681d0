import { IconClock, IconTargetArrow, IconUser } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { Offer } from "../contract/consultations.calls.ts";
import classes from "./consultations.module.css";
import { PromisesKept } from "./promises-kept.tsx";
import { usePick } from "./use-pick.ts";

/** One consultation: what it is, who gives it, what one leaves with, and its price. */
export function OfferCard({ offer }: { offer: Offer }) {
  const { t } = useTranslation("consultations");
  const pick = usePick();
  const title = pick({ ar: offer.title_ar, en: offer.title_en });
  return (
    <li className={classes.offer}>
      <div className={classes.offerHead}>
        <h2 className={classes.offerTitle}>
          <UserText>{title}</UserText>
        </h2>
        <OfferFacts offer={offer} />
      </div>
      <OfferOutcome offer={offer} />
      <div className={classes.offerEnd}>
        <p className={classes.price}>
          <strong>
            <Money halalas={offer.price_halalas} whole />
          </strong>
          <span className={classes.quiet}>{t("price_with_vat")}</span>
        </p>
        <LinkButton
          to="/marketing-consultations/$id"
          params={{ id: offer.id }}
          color="clay"
          aria-label={`${t("choose")}: ${title}`}
        >
          {t("choose")}
        </LinkButton>
      </div>
    </li>
  );
}

export function OfferFacts({ offer }: { offer: Offer }) {
  const { t } = useTranslation("consultations");
  const { minutes, consultant_name, consultant_promises: promises } = offer;
  return (
    <span className={classes.facts}>
      <span>
        <IconClock size={16} aria-hidden />
        {t("minutes", { count: minutes })}
      </span>
      {consultant_name === "" ? null : (
        <span>
          <IconUser size={16} aria-hidden />
          {t("with", { name: consultant_name })}
        </span>
      )}
      <span>
        <IconTargetArrow size={16} aria-hidden />
        <PromisesKept promises={promises} />
      </span>
    </span>
  );
}

export function OfferOutcome({ offer }: { offer: Offer }) {
  const { t } = useTranslation("consultations");
  const pick = usePick();
  return (
    <div className={classes.outcome}>
      <span className={classes.quiet}>{t("outcome")}</span>
      <p>
        <UserText>{pick({ ar: offer.outcome_ar, en: offer.outcome_en })}</UserText>
      </p>
    </div>
  );
}
