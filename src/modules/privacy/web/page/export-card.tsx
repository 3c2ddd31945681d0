import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { Card } from "#base/web/kit/page.tsx";
import { bytesText, ProgressBar } from "#base/web/kit/progress.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { ExportShown, Overview } from "../../contract/privacy.calls.ts";
import classes from "../privacy.module.css";
import { useRequestExport } from "../privacy.queries.ts";

/** The newest copy of everything: its progress, its file, and when another may be asked for. */
export function ExportCard({ overview }: { overview: Overview }) {
  const { t } = useTranslation("privacy_page");
  const format = useFormat();
  const request = useRequestExport();
  const { export: made, next_export_at: nextAt } = overview;
  const isUnderWay = made?.status === "pending" || made?.status === "running";
  return (
    <Card title={t("export.title")}>
      <div className={classes.stack}>
        <p className={classes.lead}>{t("export.lead")}</p>
        {made ? <State made={made} /> : null}
        {isUnderWay ? null : (
          <div className={classes.actions}>
            {made?.status === "ready" ? <DownloadButton id={made.id} /> : null}
            {nextAt === null ? (
              <Button
                variant={made?.status === "ready" ? "default" : "filled"}
                loading={request.isPending}
                onClick={() => request.mutate(undefined)}
              >
                {t(made ? "export.ask_again" : "export.ask")}
              </Button>
            ) : (
              <p className={classes.soft}>
                {t("export.again_at", { day: format.date(nextAt), time: format.time(nextAt) })}
              </p>
            )}
          </div>
        )}
      </div>
    </Card>
  );
}

function State({ made }: { made: ExportShown }) {
  const { t } = useTranslation("privacy_page");
  const format = useFormat();
  const { status, tables_done, tables_total, rows_done, bytes, expires_at } = made;
  if (status === "ready")
    return (
      <div>
        <p>
          {t("export.ready", {
            size: bytesText(bytes ?? 0),
            day: format.date(expires_at ?? made.requested_at),
          })}
        </p>
        <p className={classes.soft}>{t("export.signed_in_only")}</p>
      </div>
    );
  if (status === "failed" || status === "expired") return <p>{t(`export.${status}`)}</p>;
  return (
    <div className={classes.stack} aria-live="polite">
      <p>{t(`export.${status}`, { count: rows_done, formatted: format.number(rows_done) })}</p>
      <ProgressBar value={tables_total === 0 ? 0 : tables_done / tables_total} label={t("export.progress")} />
    </div>
  );
}

function DownloadButton({ id }: { id: string }) {
  const { t } = useTranslation("privacy_page");
  const submission = useSubmission<never>([]);
  return (
    <Button
      loading={submission.isSubmitting}
      onClick={() =>
        void submission.run(
          () => download("GET Clients/Privacy/exports/{id}/file", { params: { id } }),
          () => true,
        )
      }
    >
      {t("export.download")}
    </Button>
  );
}
