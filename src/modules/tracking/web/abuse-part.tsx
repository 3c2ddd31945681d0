import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { RelativeTime, UserText } from "#base/web/kit/text.tsx";
import type { AbuseReport } from "../contract/abuse.calls.ts";
import classes from "./links/links.module.css";
import { trackingKeys, useAbuseReports } from "./tracking.queries.ts";
import { call } from "./tracking-calls.ts";

/** Reports of abuse that nobody has handled, the oldest first. */
export function AbusePart() {
  const { t } = useTranslation("tracking");
  const reports = useAbuseReports();
  return (
    <Card title={t("abuse.title")}>
      <QueryBoundary query={reports} fallback={<SkeletonRows count={2} />}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return items.length === 0 ? (
            <p className={classes.quiet}>{t("abuse.none")}</p>
          ) : (
            items.map((report) => <Report key={report.id} report={report} />)
          );
        }}
      </QueryBoundary>
      {reports.hasNextPage ? (
        <Button variant="default" onClick={() => void reports.fetchNextPage()}>
          {t("abuse.more")}
        </Button>
      ) : null}
    </Card>
  );
}

function Report({ report: { id, link, reason, details, contact, reported_at } }: { report: AbuseReport }) {
  const { t } = useTranslation("tracking");
  const client = useQueryClient();
  const [why, setWhy] = useState("");
  const onSettled = () => client.invalidateQueries({ queryKey: trackingKeys.abuse });
  const block = useMutation({
    mutationFn: () =>
      call("POST Staff/Tracking/links/{id}/block", { params: { id: link.id }, body: { reason: why } }),
    onSettled,
  });
  const dismiss = useMutation({
    mutationFn: () => call("POST Staff/Tracking/reports/{report_id}/dismiss", { params: { report_id: id } }),
    onSettled,
  });
  return (
    <div className={classes.form}>
      <p className={classes.row}>
        <strong>{t(`visitor.report.reasons.${reason}`)}</strong>
        <span className={classes.quiet}>
          {t("abuse.reports", { count: link.open_reports })} · <RelativeTime at={reported_at} />
        </span>
      </p>
      {details ? <UserText>{details}</UserText> : null}
      {contact ? <UserText>{contact}</UserText> : null}
      <CopyField label={t("columns.url")} value={link.url} />
      <CopyField label={t("columns.destination")} value={link.destination_url} />
      <TextField label={t("abuse.reason")} value={why} onChange={setWhy} maxLength={300} />
      <div className={classes.row}>
        <Button
          color="bad"
          disabled={why.trim() === ""}
          loading={block.isPending}
          onClick={() => block.mutate()}
        >
          {t("abuse.block")}
        </Button>
        <Button variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate()}>
          {t("abuse.dismiss")}
        </Button>
      </div>
    </div>
  );
}
