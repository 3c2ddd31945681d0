import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import type { Advice } from "../contract/advice.calls.ts";
import type { AdvisedAd, AdvisedRule } from "../contract/advised.ts";

/** What is proposed, as lines of a list of facts. */
export function AdvisedLines({ advice }: { advice: Advice }) {
  const { t } = useTranslation("consultations");
  const { to_halalas, from_halalas, rule, ad } = advice;
  if (rule) return <RuleLines rule={rule} />;
  if (ad) return <AdLines ad={ad} />;
  return (
    <>
      <Line label={t("advice.budget")}>
        {to_halalas === null ? null : <Money halalas={to_halalas} whole />}
      </Line>
      {from_halalas === null ? null : (
        <Line label={t("advice.replaced")}>
          <Money halalas={from_halalas} whole />
        </Line>
      )}
    </>
  );
}

function RuleLines({ rule }: { rule: AdvisedRule }) {
  const { t } = useTranslation("consultations");
  const { name, target, comparison, value, action, change_percent, window_days } = rule;
  return (
    <>
      <Line label={t("advice.rule")}>
        <UserText>{name}</UserText>
      </Line>
      <Line label={t("advice.when")}>
        {t(`advice.target.${target}`)} {t(`advice.comparison.${comparison}`)}{" "}
        {target === "roas" ? (
          <Figure value={value / 100} decimals={2} after="×" />
        ) : (
          <Money halalas={value} whole />
        )}
      </Line>
      <Line label={t("advice.window")}>{t("advice.days", { count: window_days })}</Line>
      <Line label={t("advice.does")}>
        {t(`advice.action.${action}`)}{" "}
        {change_percent === null ? null : <Figure value={change_percent} after="%" />}
      </Line>
    </>
  );
}

function AdLines({ ad }: { ad: AdvisedAd }) {
  const { t } = useTranslation("consultations");
  return (
    <>
      <Line label={t("advice.headline")}>
        <UserText>{ad.headline}</UserText>
      </Line>
      <Line label={t("advice.text")}>
        <UserText>{ad.text}</UserText>
      </Line>
    </>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
