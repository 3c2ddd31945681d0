import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { DateText, Figure, UserText } from "#base/web/kit/text.tsx";
import type { Dossier } from "../contract/dossier.calls.ts";
import classes from "./consultations.module.css";

/** The frozen 30 days: totals, and each campaign. */
export function DossierFigures({
  dossier: { from, to, frozen_at, totals, campaigns },
}: {
  dossier: Dossier;
}) {
  const { t } = useTranslation("consultations");
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>
        <DateText at={`${from}T09:00:00Z`} /> – <DateText at={`${to}T09:00:00Z`} /> · {t("dossier.frozen")}{" "}
        <DateText at={frozen_at} />
      </p>
      <Sums figures={totals} />
      <ul className={classes.answers} aria-label={t("dossier.campaigns")}>
        {campaigns.map(({ id, name, daily_budget_halalas, ...figures }) => (
          <li key={id} className={classes.dossierRow}>
            <strong>
              <UserText>{name}</UserText>
            </strong>
            <span className={classes.quiet}>
              {t("dossier.daily_budget")} <Money halalas={daily_budget_halalas} whole />
            </span>
            <Sums figures={figures} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type Measured = Pick<Dossier["totals"], "spend_halalas" | "orders_delivered" | "roas_delivered">;

function Sums({ figures: { spend_halalas, orders_delivered, roas_delivered } }: { figures: Measured }) {
  const { t } = useTranslation("consultations");
  return (
    <dl className={classes.sums}>
      <div>
        <dt>{t("dossier.spend")}</dt>
        <dd>
          <Money halalas={spend_halalas} />
        </dd>
      </div>
      <div>
        <dt>{t("dossier.orders_delivered")}</dt>
        <dd>
          <Figure value={orders_delivered} />
        </dd>
      </div>
      <div>
        <dt>{t("dossier.roas_delivered")}</dt>
        <dd>
          {roas_delivered === null ? (
            <NoData label={t("dossier.nothing")} />
          ) : (
            <Figure value={roas_delivered} decimals={2} after="×" />
          )}
        </dd>
      </div>
    </dl>
  );
}
