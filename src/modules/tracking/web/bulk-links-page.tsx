import { Button, FileButton, Select, TagsInput, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { useTrackedOperation } from "#base/web/data/operations.queries.ts";
import { OperationProgress } from "#base/web/kit/operation-progress.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { bulkRowsMax, type ManualPlatform, manualPlatforms, tagsMax } from "../contract/link-enums.ts";
import { parseRows } from "../domain/parse-rows.ts";
import classes from "./links/links.module.css";
import { call } from "./tracking-calls.ts";

/** Makes links of a pasted list or a CSV file, with a result for each row. */
export function BulkLinksPage() {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const [list, setList] = useState("");
  const [platform, setPlatform] = useState<ManualPlatform>("instagram");
  const [tags, setTags] = useState<string[]>([]);
  const operation = useTrackedOperation("tracking");
  const key = useIdempotencyKey("tracking.bulk");
  const rows = parseRows(list);
  const start = useMutation({
    mutationFn: () => {
      const body = { rows, platform, tags };
      return call("POST Clients/Tracking/bulk", { body, idempotencyKey: key.for(body) });
    },
    onSuccess: (started) => {
      key.done();
      operation.track(started);
      setList("");
    },
  });
  return (
    <>
      <PageHeader title={t("bulk.title")} lead={t("bulk.lead")} />
      {operation.id ? (
        <OperationProgress
          id={operation.id}
          isNew
          texts={{
            title: ({ done, total }) => t("bulk.progress", { done, total }),
            failed: (count) => t("bulk.failed", { count }),
            skipped: (count) => t("bulk.skipped", { count }),
            listDone: t("bulk.list_done"),
          }}
          onUndo={operation.track}
          onClose={() => operation.track(null)}
        />
      ) : null}
      <Card>
        <div className={classes.form}>
          <Textarea
            label={t("bulk.list")}
            description={t("bulk.list_hint")}
            autosize
            minRows={6}
            maxRows={16}
            dir="auto"
            value={list}
            onChange={(event) => setList(event.currentTarget.value)}
          />
          <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void file?.text().then(setList)}>
            {(props) => (
              <Button variant="default" {...props}>
                {t("bulk.file")}
              </Button>
            )}
          </FileButton>
          <Select
            label={t("form.platform")}
            allowDeselect={false}
            value={platform}
            data={manualPlatforms.map((value) => ({ value, label: t(`tracking:platforms.${value}`) }))}
            onChange={(value) => setPlatform((value as ManualPlatform | null) ?? "instagram")}
          />
          <TagsInput
            label={t("tracking:columns.tags")}
            description={t("bulk.tags_hint")}
            maxTags={tagsMax}
            value={tags}
            onChange={setTags}
          />
          <p className={classes.quiet}>
            {rows.length > bulkRowsMax
              ? t("bulk.too_many", { max: bulkRowsMax })
              : t("bulk.rows", { count: rows.length })}
          </p>
          <Button
            disabled={rows.length === 0 || rows.length > bulkRowsMax}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            {t("bulk.start")}
          </Button>
        </div>
      </Card>
    </>
  );
}
