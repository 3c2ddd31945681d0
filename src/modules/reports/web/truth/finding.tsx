import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import type { TruthReport } from "../../contract/truth.calls.ts";
import classes from "./truth.module.css";

/** The heading says what was found, in one sentence; beside it what the colours of the evidence mean. */
export function Finding({ report }: { report: TruthReport }) {
  const { t } = useTranslation("reports_truth");
  const claims = report.totals.claimed !== null;
  return (
    <header className={classes.finding}>
      <div>
        <h2 id="truth-finding">{useFinding(report)}</h2>
        <p>{t(claims ? "lead" : "lead_city")}</p>
      </div>
      <ul className={classes.legend} aria-label={t("legend")}>
        {(["claimed", "proven", "delivered", "expected"] as const)
          .filter((evidence) => claims || evidence !== "claimed")
          .map((evidence) => (
            <li key={evidence}>
              <i data-evidence={evidence} aria-hidden />
              {t(`evidence.${evidence}`)}
            </li>
          ))}
      </ul>
    </header>
  );
}

function useFinding({ totals }: TruthReport): string {
  const { t } = useTranslation("reports_truth");
  const format = useFormat();
  const amount = format.riyals(totals.delivered.halalas, true);
  if (!totals.claimed) return t("finding_city", { amount });
  if (totals.claimed.halalas === 0) return t("finding_no_claims", { amount });
  const ofHundred = Math.round((totals.delivered.halalas / totals.claimed.halalas) * 100);
  return t(ofHundred > 100 ? "finding_more" : "finding", { count: ofHundred });
}
