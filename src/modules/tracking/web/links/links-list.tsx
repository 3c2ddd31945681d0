import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Figure, Ltr, UserText } from "#base/web/kit/text.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { LinkRow } from "../../contract/link-shapes.ts";
import { HealthBadge, StateBadge } from "./badges.tsx";
import classes from "./links-list.module.css";

type Props = { rows: LinkRow[]; isBusy: boolean };

/** The links with what each brought: a table, and on a phone cards. */
export function LinksList(props: Props) {
  return useIsAtLeast("tablet") ? <LinksTable {...props} /> : <LinkCards {...props} />;
}

function LinkCards({ rows, isBusy }: Props) {
  const { t } = useTranslation("tracking");
  const figures = useFigures();
  return (
    <ul className={classes.cards} aria-label={t("title")} aria-busy={isBusy}>
      {rows.map((row) => (
        <li key={row.id} className={classes.card}>
          <div className={classes.head}>
            <NameCell row={row} withPlatform />
            <StateBadge state={row.state} />
          </div>
          <HealthBadge health={row.health} />
          <dl className={classes.figures}>
            {figures.map(({ key, header, cell }) => (
              <div key={key}>
                <dt>{header}</dt>
                <dd>{cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function LinksTable({ rows, isBusy }: Props) {
  const { t } = useTranslation("tracking");
  const figures = useFigures();
  const columns: Column<LinkRow>[] = [
    { key: "name", header: t("columns.name"), kind: "main", cell: (row) => <NameCell row={row} /> },
    { key: "platform", header: t("columns.platform"), cell: ({ platform }) => t(`platforms.${platform}`) },
    {
      key: "state",
      header: t("columns.state"),
      cell: (row) => (
        <>
          <StateBadge state={row.state} /> <HealthBadge health={row.health} />
        </>
      ),
    },
    ...figures,
  ];
  return (
    <DataTable caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} busy={isBusy} />
  );
}

/** What a link brought in the list's period. */
function useFigures(): Column<LinkRow>[] {
  const { t } = useTranslation("tracking");
  return [
    {
      key: "clicks",
      header: t("columns.clicks"),
      kind: "figure",
      cell: ({ figures }) => <Figure value={figures.clicks} />,
    },
    {
      key: "orders",
      header: t("columns.orders"),
      kind: "figure",
      cell: ({ figures }) => <Figure value={figures.orders_placed} />,
    },
    {
      key: "sales",
      header: t("columns.sales"),
      kind: "figure",
      cell: ({ figures }) => <Money halalas={figures.sales_placed_halalas} />,
    },
    {
      key: "delivered",
      header: t("columns.sales_delivered"),
      kind: "figure",
      cell: ({ figures }) => <Money halalas={figures.sales_delivered_halalas} />,
    },
  ];
}

function NameCell({ row, withPlatform = false }: { row: LinkRow; withPlatform?: boolean }) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  return (
    <span className={classes.name}>
      <Link to="/tracking/$id" params={{ id: row.id }}>
        {row.name ? <UserText>{row.name}</UserText> : t("of_ad")}
      </Link>
      <small>
        {withPlatform ? `${t(`tracking:platforms.${row.platform}`)} · ` : null}
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
