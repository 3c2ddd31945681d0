import { IconBuildingStore, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Ltr, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { PlanChoices, Reason } from "../contract/plan-shapes.ts";
import classes from "./ai-campaign.module.css";
import { isMeasured, useReasonText } from "./reason-texts.ts";

type Props = { name: string; reasons?: readonly Reason[]; children: ReactNode; actions?: ReactNode };

/** One choice of a plan: its name, what was chosen, why, and how it can be asked for again. */
export function Choice({ name, reasons = [], children, actions }: Props) {
  return (
    <section className={classes.choice} aria-label={name}>
      <h3 className={classes.choiceName}>{name}</h3>
      <div className={classes.chosen}>{children}</div>
      <Reasons reasons={reasons} />
      {actions}
    </section>
  );
}

/** A shop's mark stands before what the merchant's own figures say, and before nothing else. */
function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  const toText = useReasonText();
  if (reasons.length === 0) return null;
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason) => (
        <li key={reason.kind} data-measured={isMeasured(reason) || undefined}>
          {isMeasured(reason) ? (
            <IconBuildingStore size={18} aria-hidden />
          ) : (
            <IconInfoCircle size={18} aria-hidden />
          )}
          <span>{toText(reason)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The cities, or the whole Kingdom. */
export function usePlacesText(): (places: PlanChoices["places"]) => string {
  const { t } = useTranslation("assistants");
  const language = useLanguage();
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  return ({ cities }) =>
    cities.length > 0 ? list.format(cities.map((city) => city[language])) : t("planner.kingdom");
}

/** The amount of a day, and for how long. */
export function Budget({ budget }: { budget: PlanChoices["budget"] }) {
  const { t } = useTranslation("assistants");
  return (
    <span>
      {budget.daily_halalas === null ? (
        t("planner.budget_least")
      ) : (
        <>
          <Money halalas={budget.daily_halalas} whole /> {t("planner.a_day")}
        </>
      )}
      {" · "}
      {budget.days === null ? t("planner.no_end") : t("planner.days", { count: budget.days })}
    </span>
  );
}

/** Each platform's part of the day's amount, with what was measured there. */
export function Split({ split, daily }: { split: PlanChoices["split"]; daily: number }) {
  const { t } = useTranslation(["assistants", "ad_accounts"]);
  const format = useFormat();
  return (
    <ul className={classes.split}>
      {split.parts.map(({ platform, share, measured }) => (
        <li key={platform}>
          <span>{t(`ad_accounts:platforms.${platform}`)}</span>
          <Ltr>{format.percent(share / 10_000)}</Ltr>
          <Money halalas={Math.round((daily * share) / 1_000_000) * 100} whole />
          <small>
            {measured
              ? t("planner.measured", {
                  roas: `${format.number(measured.roas, 2)}×`,
                  orders: format.number(measured.orders),
                })
              : t("planner.not_measured")}
          </small>
        </li>
      ))}
    </ul>
  );
}

type Texts = readonly { headline: string; text: string }[];

/** The ads' texts as they will be shown. */
export const Texts = ({ texts }: { texts: Texts }) => (
  <ul className={classes.texts}>
    {texts.map(({ headline, text }) => (
      <li key={`${headline}\n${text}`}>
        {headline ? (
          <strong>
            <UserText>{headline}</UserText>
          </strong>
        ) : null}
        <UserText>{text}</UserText>
      </li>
    ))}
  </ul>
);
