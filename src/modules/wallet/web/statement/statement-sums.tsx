import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import type { StatementFilter } from "../../contract/statement.calls.ts";
import classes from "./statement.module.css";
import { sumsQuery } from "./statement.queries.ts";

/** What all lines found add up to: added, deducted, and the difference. */
export function StatementSums({ filter }: { filter: StatementFilter }) {
  const { t } = useTranslation("wallet_statement");
  const { data: sums, isPlaceholderData } = useQuery(sumsQuery(filter));
  if (!sums || sums.lines === 0) return null;
  const rows = [
    { name: t("additions"), halalas: sums.additions_halalas },
    { name: t("deductions"), halalas: -sums.deductions_halalas },
    { name: t("difference"), halalas: sums.additions_halalas - sums.deductions_halalas },
  ];
  return (
    <dl
      className={classes.sumsRow}
      aria-busy={isPlaceholderData}
      aria-label={t("sums", { count: sums.lines })}
    >
      {rows.map(({ name, halalas }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Money halalas={halalas} signed />
          </dd>
        </div>
      ))}
      <div>
        <dt>{t("found")}</dt>
        <dd>{t("lines", { count: sums.lines })}</dd>
      </div>
    </dl>
  );
}
