import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { DataTable } from "#base/web/kit/data-table.tsx";
import { DateText, Figure } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import type { Restatement } from "../../contract/attribution.calls.ts";
import { restatementsQuery } from "./restatements.queries.ts";

/**
 * That newer rules for bots judged older clicks again, in one sentence that unfolds to every such time. Nothing where
 * there is none, or while it is not known. Texts: `tracking_restatements`.
 */
export function RestatementsPart() {
  const { t } = useTranslation("tracking_restatements");
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const query = useInfiniteQuery(restatementsQuery);
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const [newest] = rows;
  if (!newest) return null;
  return (
    <section aria-label={t("title")}>
      <p>
        {t(newest.finished_at === null ? "under_way" : "restated", {
          count: newest.clicks_read,
          day: format.date(newest.finished_at ?? newest.started_at, "full"),
          moved: format.number(newest.clicks_moved),
          read: format.number(newest.clicks_read),
        })}{" "}
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? "close" : "open")}
        </Button>
      </p>
      <div id={listId} hidden={!isOpen}>
        {isOpen ? <Rows rows={rows} /> : null}
        {isOpen && query.hasNextPage ? (
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t("more")}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function Rows({ rows }: { rows: Restatement[] }) {
  const { t } = useTranslation("tracking_restatements");
  const figure = (key: "read" | "moved" | "to_bots" | "to_people", value: (row: Restatement) => number) => ({
    key,
    header: t(key),
    kind: "figure" as const,
    cell: (row: Restatement) => <Figure value={value(row)} />,
  });
  return (
    <DataTable
      caption={t("title")}
      rows={rows}
      rowKey={({ rule_version }) => String(rule_version)}
      columns={[
        {
          key: "at",
          header: t("at"),
          kind: "main",
          cell: ({ started_at, finished_at }) => (
            <>
              <DateText at={finished_at ?? started_at} />{" "}
              {finished_at === null ? <StatusBadge tone="waiting">{t("goes_on")}</StatusBadge> : null}
            </>
          ),
        },
        figure("read", ({ clicks_read }) => clicks_read),
        figure("moved", ({ clicks_moved }) => clicks_moved),
        figure("to_bots", ({ moved_to_bots }) => moved_to_bots),
        figure("to_people", ({ clicks_moved, moved_to_bots }) => clicks_moved - moved_to_bots),
        { key: "days", header: t("days"), cell: (row) => <Days row={row} /> },
      ]}
    />
  );
}

function Days({ row: { first_day, last_day } }: { row: Restatement }) {
  const { t } = useTranslation("tracking_restatements");
  if (first_day === null || last_day === null) return t("no_days");
  const first = <DateText at={`${first_day}T09:00:00Z`} />;
  if (first_day === last_day) return first;
  return (
    <>
      {first} – <DateText at={`${last_day}T09:00:00Z`} />
    </>
  );
}
