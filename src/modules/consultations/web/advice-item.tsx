import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { DateText, Figure, UserText } from "#base/web/kit/text.tsx";
import type { Advice } from "../contract/advice.calls.ts";
import type { AdviceState } from "../contract/consultations-enums.ts";
import { AdvisedLines } from "./advised-parts.tsx";
import classes from "./consultations.module.css";

const tones: Record<AdviceState, Tone> = { proposed: "waiting", accepted: "good", declined: "neutral" };

/** One proposal: the budget, what is expected of it, and what came of it. `children`: what can be done with it. */
export function AdviceItem({ advice, children }: { advice: Advice; children?: ReactNode }) {
  const { t } = useTranslation("consultations");
  const { campaign_name, note, state, accepted_on } = advice;
  return (
    <li className={classes.dossierRow}>
      <div className={classes.acts}>
        <strong>
          <UserText>{campaign_name}</UserText>
        </strong>
        <StatusBadge tone={tones[state]}>{t(`advice.state.${state}`)}</StatusBadge>
      </div>
      <p className={classes.advised}>
        <UserText>{note}</UserText>
      </p>
      <dl className={classes.sums}>
        <AdvisedLines advice={advice} />
        <div>
          <dt>{t("advice.expected")}</dt>
          <dd>
            <Figure value={advice.expected_roas} decimals={2} after="×" />
          </dd>
        </div>
        {accepted_on === null ? null : (
          <div>
            <dt>{t("advice.accepted_on")}</dt>
            <dd>
              <DateText at={`${accepted_on}T09:00:00Z`} />
            </dd>
          </div>
        )}
      </dl>
      {state === "accepted" ? <Outcome advice={advice} /> : null}
      {children}
    </li>
  );
}

/** Before and after, beside the merchant's other campaigns on the platform. */
function Outcome({ advice: { outcome, is_kept, kind } }: { advice: Advice }) {
  const { t } = useTranslation("consultations");
  if (outcome === null) return <p className={classes.quiet}>{t("advice.not_measured")}</p>;
  return (
    <>
      <dl className={classes.sums}>
        {(["before", "after", "similar_before", "similar_after"] as const).map((name) => (
          <div key={name}>
            <dt>{t(`advice.${name}`)}</dt>
            <dd>
              <Return value={outcome[name]} />
            </dd>
          </div>
        ))}
      </dl>
      {is_kept === null && kind !== "budget" ? (
        <p className={classes.quiet}>{t(`advice.not_used_${kind}`)}</p>
      ) : null}
      {is_kept === null ? null : (
        <div>
          <StatusBadge tone={is_kept ? "good" : "bad"}>
            {t(is_kept ? "advice.kept" : "advice.not_kept")}
          </StatusBadge>
        </div>
      )}
    </>
  );
}

function Return({ value }: { value: number | null }) {
  const { t } = useTranslation("consultations");
  return value === null ? (
    <NoData label={t("dossier.nothing")} />
  ) : (
    <Figure value={value} decimals={2} after="×" />
  );
}
