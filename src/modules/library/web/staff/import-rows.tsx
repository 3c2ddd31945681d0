import { Button } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toFormData } from "#base/web/data/api.ts";
import { UploadBox } from "#base/web/forms/upload-box.tsx";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import { importBytesMax } from "../../contract/library-enums.ts";
import type { ImportedRow } from "../../contract/staff-library.calls.ts";
import { importColumns } from "../../domain/read-import.ts";
import classes from "./staff-library.module.css";
import { useRefresh } from "./staff-library.queries.ts";
import { call } from "./staff-library-calls.ts";

const tones: Record<ImportedRow["result"], Tone> = {
  created: "good",
  updated: "info",
  unchanged: "neutral",
  refused: "bad",
};

/** A CSV file with rows, and what became of each; the refused ones first. */
export function ImportRows({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["library_staff", "library"]);
  const refresh = useRefresh();
  const [rows, setRows] = useState<ImportedRow[] | null>(null);
  return (
    <section className={classes.form} aria-label={t("library_staff:import.title")}>
      <p className={classes.quiet}>
        {t("library_staff:import.columns")}{" "}
        {importColumns.map((column) => t(`library:columns.${column}`)).join(t("library_staff:import.comma"))}
      </p>
      <UploadBox
        label={t("library_staff:import.label")}
        hint={t("library_staff:import.hint")}
        accept=".csv,text/csv"
        maxBytes={importBytesMax}
        onUpload={(file, onProgress, signal) =>
          call("POST Staff/AdsLibrary/import", {
            body: toFormData({ file }),
            onProgress,
            signal,
            quiet: true,
          })
        }
        onDone={(answer) => {
          setRows(answer.rows);
          void refresh();
        }}
      />
      {rows ? <Outcome rows={rows} /> : null}
      <div>
        <Button variant="default" onClick={onClose}>
          {t("library_staff:close")}
        </Button>
      </div>
    </section>
  );
}

function Outcome({ rows }: { rows: readonly ImportedRow[] }) {
  const { t } = useTranslation(["library_staff", "library"]);
  const isRefused = ({ result }: ImportedRow) => result === "refused";
  const sorted = [...rows.filter(isRefused), ...rows.filter((row) => !isRefused(row))];
  return (
    <table className={classes.outcome}>
      <caption>{t("library_staff:import.outcome", { count: rows.length })}</caption>
      <thead>
        <tr>
          <th scope="col">{t("library_staff:import.line")}</th>
          <th scope="col">{t("library:columns.reference")}</th>
          <th scope="col">{t("library_staff:import.result")}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ line, reference, result, problems }) => (
          <tr key={line}>
            <td>
              <Figure value={line} />
            </td>
            <td>
              <UserText>{reference}</UserText>
            </td>
            <td>
              <StatusBadge tone={tones[result]}>{t(`library_staff:import.${result}`)}</StatusBadge>
              {problems.map(({ column, message }) => (
                <p key={column} className={classes.quiet}>
                  {t(`library:columns.${column}`)}: {message}
                </p>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
