import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import { FormatMenu } from "#base/web/kit/format-menu.tsx";
import type { StatementFilter } from "../../contract/statement.calls.ts";
import { statementFormats } from "../../contract/statement-formats.ts";

/** Saves all lines that the filter finds as a spreadsheet. */
export function StatementExport({ filter }: { filter: StatementFilter }) {
  const { t } = useTranslation("wallet_statement");
  return (
    <FormatMenu
      label={t("export")}
      formats={statementFormats}
      toLabel={(format) => t(`export_as.${format}`)}
      save={(format) => download("GET Clients/Wallet/statement/export", { query: { ...filter, format } })}
    />
  );
}
