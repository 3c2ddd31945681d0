import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { ImportRows } from "./import-rows.tsx";
import { RowForm } from "./row-form.tsx";
import { RowItem } from "./row-item.tsx";
import classes from "./staff-library.module.css";
import { type RowsFilter, rowsQuery } from "./staff-library.queries.ts";

type Doing = "add" | "import" | null;

/** The ads library as our team keeps it: rows are added, changed, imported and archived. */
export function LibraryPart() {
  const { t } = useTranslation("library_staff");
  const [doing, setDoing] = useState<Doing>(null);
  const stop = () => setDoing(null);
  return (
    <Card title={t("title")}>
      <div className={classes.part}>
        <p className={classes.quiet}>{t("words")}</p>
        {doing === null ? (
          <div className={classes.acts}>
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setDoing("add")}>
              {t("add")}
            </Button>
            <Button variant="default" onClick={() => setDoing("import")}>
              {t("import.title")}
            </Button>
          </div>
        ) : null}
        {doing === "add" ? <RowForm row={null} onClose={stop} /> : null}
        {doing === "import" ? <ImportRows onClose={stop} /> : null}
        <Rows />
      </div>
    </Card>
  );
}

function Rows() {
  const { t } = useTranslation("library_staff");
  const [typed, setTyped] = useState("");
  const [filter, setFilter] = useState<RowsFilter>({ search: "", shown: "current" });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFilter({ ...filter, search: typed.trim() });
  };
  return (
    <>
      <SegmentedControl
        aria-label={t("shown.label")}
        data={(["current", "archived"] as const).map((value) => ({ value, label: t(`shown.${value}`) }))}
        value={filter.shown}
        onChange={(shown) => setFilter({ ...filter, shown: shown as RowsFilter["shown"] })}
      />
      <form className={classes.searchForm} onSubmit={submit}>
        <TextField
          aria-label={t("search")}
          placeholder={t("search")}
          maxLength={100}
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" variant="default">
          {t("find")}
        </Button>
      </form>
      <Found filter={filter} />
    </>
  );
}

function Found({ filter }: { filter: RowsFilter }) {
  const { t } = useTranslation("library_staff");
  const rows = useInfiniteQuery(rowsQuery(filter));
  const items = rows.data?.pages.flatMap((page) => page.items) ?? [];
  if (rows.isPending) return <SkeletonRows count={4} />;
  if (rows.isError && !rows.data)
    return <ErrorState error={rows.error} onRetry={() => void rows.refetch()} />;
  if (items.length === 0)
    return <EmptyState title={t("none")}>{t(filter.search === "" ? "none_words" : "none_found")}</EmptyState>;
  return (
    <>
      <ul className={classes.rows} aria-label={t("title")}>
        {items.map((row) => (
          <RowItem key={row.id} row={row} />
        ))}
      </ul>
      {rows.hasNextPage ? (
        <div className={classes.acts}>
          <Button
            variant="default"
            loading={rows.isFetchingNextPage}
            onClick={() => void rows.fetchNextPage()}
          >
            {t("more")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
