import { Button, Menu } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { LinkFilters } from "./links/link-filters.tsx";
import classes from "./links/links.module.css";
import { LinksList } from "./links/links-list.tsx";
import { countChoices, type Filters, readFilters } from "./links/list-state.ts";
import { RestatementsPart } from "./restatements/restatements.parts.tsx";
import { useLinks } from "./tracking.queries.ts";

/** All tracking links, those of ads too, with what each brought in the last 28 days. */
export function LinksPage() {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const state = readFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  const filter = (patch: Filters) =>
    void navigate({ to: "/tracking", search: readFilters({ ...state, ...patch }), replace: true });
  const links = useLinks(state as Record<string, string>);
  const rows = links.data?.pages.flatMap(({ items }) => items) ?? [];
  const first = links.data?.pages[0];
  const isNarrowed = state.search !== undefined || countChoices(state) > 0;
  const make = <LinkButton to="/tracking/new">{t("make")}</LinkButton>;
  return (
    <>
      <PageHeader
        title={t("tracking:title")}
        lead={t("lead")}
        actions={
          <>
            <MoreMenu filters={state} />
            {make}
          </>
        }
      />
      <Card>
        <LinkFilters state={state} onFilter={filter} />
        {links.isPending ? <SkeletonRows count={5} /> : null}
        {links.isError && !links.data ? (
          <ErrorState error={links.error} onRetry={() => void links.refetch()} />
        ) : null}
        {links.data && rows.length === 0 ? (
          isNarrowed ? (
            <EmptyState
              title={t("none_found.title")}
              action={
                <Button
                  variant="default"
                  onClick={() => void navigate({ to: "/tracking", search: {}, replace: true })}
                >
                  {t("none_found.clear")}
                </Button>
              }
            >
              {t("none_found.words")}
            </EmptyState>
          ) : (
            <EmptyState title={t("empty.title")} action={make}>
              {t("empty.words")}
            </EmptyState>
          )
        ) : null}
        {rows.length > 0 ? (
          <>
            <p className={classes.quiet}>
              {first?.is_total_capped
                ? t("more_found", { max: first.total.toLocaleString("en") })
                : t("found", { count: first?.total ?? 0 })}
            </p>
            <LinksList rows={rows} isBusy={links.isPlaceholderData} />
            {links.hasNextPage ? (
              <Button
                variant="default"
                loading={links.isFetchingNextPage}
                onClick={() => void links.fetchNextPage()}
              >
                {t("more")}
              </Button>
            ) : null}
          </>
        ) : null}
        <RestatementsPart />
      </Card>
    </>
  );
}

/** What is done with all links: a list of new ones, an own domain, a file. */
function MoreMenu({ filters: query }: { filters: Filters }) {
  const { t } = useTranslation("tracking_links");
  const save = useMutation({
    mutationFn: (format: "xlsx" | "csv") =>
      download("GET Clients/Tracking/export", { query: { ...query, format } }),
  });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" loading={save.isPending}>
          {t("more_actions")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item renderRoot={(props) => <Link to="/tracking/bulk" {...props} />}>
          {t("bulk.title")}
        </Menu.Item>
        <Menu.Item renderRoot={(props) => <Link to="/tracking/settings" {...props} />}>
          {t("settings.title")}
        </Menu.Item>
        <Menu.Item onClick={() => save.mutate("xlsx")}>{t("export.xlsx")}</Menu.Item>
        <Menu.Item onClick={() => save.mutate("csv")}>{t("export.csv")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
