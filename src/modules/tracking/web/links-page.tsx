import { Button, Menu, Select, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { Figure, Ltr, UserText } from "#base/web/kit/text.tsx";
import { linkOrigins, linkPlatforms, linkSorts, linkStates } from "../contract/link-enums.ts";
import type { LinkRow } from "../contract/link-shapes.ts";
import { HealthBadge, StateBadge } from "./links/badges.tsx";
import classes from "./links/links.module.css";
import { useLinkOptions, useLinks } from "./tracking.queries.ts";

const filters = ["search", "origin", "platform", "state", "tag", "health", "sort"] as const;
type Filters = Partial<Record<(typeof filters)[number], string>>;

/** The address holds what the list is narrowed by; what is not ours in it is left out. */
function readFilters(found: Record<string, unknown>): Filters {
  const allowed: Partial<Record<keyof Filters, readonly string[]>> = {
    origin: linkOrigins,
    platform: linkPlatforms,
    state: linkStates,
    sort: linkSorts,
    health: ["failing"],
  };
  return Object.fromEntries(
    filters
      .map((name) => [name, found[name] === undefined ? "" : String(found[name])] as const)
      .filter(([name, value]) => value !== "" && (allowed[name]?.includes(value) ?? true)),
  );
}

/** All tracking links, those of ads too, with what each brought in the last 28 days. */
export function LinksPage() {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const state = readFilters(useSearch({ strict: false }));
  const navigate = useNavigate();
  const filter = (patch: Filters) =>
    void navigate({ to: "/tracking", search: readFilters({ ...state, ...patch }), replace: true });
  const links = useLinks(state as Record<string, string>);
  const rows = links.data?.pages.flatMap(({ items }) => items) ?? [];
  const columns = useColumns();
  const total = links.data?.pages[0]?.total ?? 0;
  const isNarrowed = filters.some((name) => name !== "sort" && state[name]);
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
        <FilterBar state={state} onFilter={filter} />
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
            <p className={classes.quiet}>{t("found", { count: total })}</p>
            <DataTable
              caption={t("tracking:title")}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              busy={links.isPlaceholderData}
            />
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
      </Card>
    </>
  );
}

function FilterBar({ state, onFilter }: { state: Filters; onFilter: (patch: Filters) => void }) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const tags = useLinkOptions().data?.tags ?? [];
  const choice = (name: keyof Filters, data: { value: string; label: string }[]) => (
    <Select
      aria-label={t(`filters.${name}`)}
      placeholder={t(`filters.${name}`)}
      clearable={name !== "sort"}
      allowDeselect={name !== "sort"}
      value={state[name] ?? (name === "sort" ? "created" : null)}
      data={data}
      onChange={(value) => onFilter({ [name]: value ?? "" })}
    />
  );
  return (
    <div className={classes.filters}>
      <TextInput
        aria-label={t("filters.search")}
        placeholder={t("filters.search")}
        defaultValue={state.search ?? ""}
        onChange={(event) => onFilter({ search: event.currentTarget.value })}
      />
      {choice(
        "origin",
        linkOrigins.map((value) => ({ value, label: t(`tracking:origins.${value}`) })),
      )}
      {choice(
        "platform",
        linkPlatforms.map((value) => ({ value, label: t(`tracking:platforms.${value}`) })),
      )}
      {choice(
        "state",
        linkStates.map((value) => ({ value, label: t(`tracking:states.${value}`) })),
      )}
      {tags.length > 0
        ? choice(
            "tag",
            tags.map(({ tag }) => ({ value: tag, label: tag })),
          )
        : null}
      {choice("health", [{ value: "failing", label: t("health.failing") }])}
      {choice(
        "sort",
        linkSorts.map((value) => ({ value, label: t(`sorts.${value}`) })),
      )}
    </div>
  );
}

function useColumns(): Column<LinkRow>[] {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  return [
    { key: "name", header: t("tracking:columns.name"), kind: "main", cell: (row) => <NameCell row={row} /> },
    {
      key: "platform",
      header: t("tracking:columns.platform"),
      cell: ({ platform }) => t(`tracking:platforms.${platform}`),
    },
    {
      key: "state",
      header: t("tracking:columns.state"),
      cell: (row) => (
        <span className={classes.badges}>
          <StateBadge state={row.state} />
          <HealthBadge health={row.health} />
        </span>
      ),
    },
    {
      key: "clicks",
      header: t("tracking:columns.clicks"),
      kind: "figure",
      cell: ({ figures }) => <Figure value={figures.clicks} />,
    },
    {
      key: "orders",
      header: t("tracking:columns.orders"),
      kind: "figure",
      cell: ({ figures }) => <Figure value={figures.orders_placed} />,
    },
    {
      key: "sales",
      header: t("tracking:columns.sales"),
      kind: "figure",
      cell: ({ figures }) => <Money halalas={figures.sales_placed_halalas} />,
    },
    {
      key: "delivered",
      header: t("tracking:columns.sales_delivered"),
      kind: "figure",
      cell: ({ figures }) => <Money halalas={figures.sales_delivered_halalas} />,
    },
  ];
}

function NameCell({ row }: { row: LinkRow }) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  return (
    <span className={classes.name}>
      <Link to="/tracking/$id" params={{ id: row.id }}>
        {row.name ? <UserText>{row.name}</UserText> : t("of_ad")}
      </Link>
      <small>
        <Ltr>{row.id}</Ltr>
        {row.project_name ? (
          <>
            {" · "}
            <UserText>{row.project_name}</UserText>
          </>
        ) : null}
      </small>
    </span>
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
