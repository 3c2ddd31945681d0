import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, Figure, UserText } from "#base/web/kit/text.tsx";
import type { StatementLine } from "../../contract/statement.calls.ts";
import { ActedBy } from "../acted-by.tsx";
import { LineEntries } from "./line-entries.tsx";
import classes from "./statement.module.css";

/** The lines under their days; each opens to the entries that are folded into it. */
export function StatementLines({ lines, isBusy }: { lines: readonly StatementLine[]; isBusy: boolean }) {
  const { t } = useTranslation("wallet_statement");
  const days = Map.groupBy(lines, ({ day }) => day);
  return (
    <div className={classes.days} aria-busy={isBusy}>
      {[...days].map(([day, linesOfDay]) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className={classes.day}>
            <DateText at={day} />
            <span className={classes.dayBalance}>
              {t("balance_of_day")} <Money halalas={linesOfDay[0]?.balance_after_halalas ?? 0} />
            </span>
          </h2>
          <ul className={classes.lines}>
            {linesOfDay.map((line) => (
              <Line key={line.line} line={line} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Line({ line }: { line: StatementLine }) {
  const { t } = useTranslation(["wallet", "wallet_statement"]);
  const [isOpen, setIsOpen] = useState(false);
  const isAddition = line.charge_type === "deposit";
  const panel = `entries-${line.line}`;
  return (
    <li className={classes.line}>
      <button
        type="button"
        className={classes.head}
        aria-expanded={isOpen}
        aria-controls={panel}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={classes.what}>
          <span className={classes.title}>
            {t(`kind_${line.kind}`)}
            {line.reference_title ? (
              <>
                {" · "}
                <UserText>{line.reference_title}</UserText>
              </>
            ) : null}
          </span>
          <span className={classes.facts}>
            <StatusBadge tone={isAddition ? "good" : "neutral"}>
              {t(`charge_${line.charge_type}`)}
            </StatusBadge>
            <BusinessDays line={line} />
            <span>
              {line.entries === 1 ? (
                <>
                  {t("number")} <Figure value={line.line} />
                </>
              ) : (
                t("wallet_statement:entries", { count: line.entries })
              )}
            </span>
            <ActedBy by={line.by} />
          </span>
        </span>
        <span className={classes.sums}>
          <strong>
            <Money halalas={isAddition ? line.amount_halalas : -line.amount_halalas} signed />
          </strong>
          <span className={classes.after}>
            {t("amount_after")} <Money halalas={line.balance_after_halalas} />
          </span>
        </span>
        <IconChevronDown size={18} aria-hidden className={classes.chevron} />
      </button>
      {isOpen ? (
        <div id={panel}>
          <LineEntries line={line} />
        </div>
      ) : null}
    </li>
  );
}

/** The days the money belongs to, where they are not the day it was booked on: a late report. */
function BusinessDays({ line }: { line: StatementLine }) {
  const { t } = useTranslation(["wallet", "wallet_statement"]);
  if (line.first_business_day === line.day && line.last_business_day === line.day) return null;
  return (
    <span>
      {t("for_day")} <DateText at={line.first_business_day} style="short" />
      {line.first_business_day === line.last_business_day ? null : (
        <>
          {" "}
          {t("wallet_statement:until_day")} <DateText at={line.last_business_day} style="short" />
        </>
      )}
    </span>
  );
}
