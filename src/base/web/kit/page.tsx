import { createContext, type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import classes from "./page.module.css";

/**
 * A page's only h1 (it gets the focus on navigation), one line under it, and its actions; sets the browser tab's title
 * too.
 */
export function PageHeader({
  title,
  lead,
  actions,
}: {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
}) {
  usePageTitle(title);
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  );
}

/** The browser tab's title while this page is open. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation("base");
  const product = t("product_name");
  useEffect(() => {
    document.title = `${title} · ${product}`;
  }, [title, product]);
}

/** Whether the content is inside a card. */
export const InCard = createContext(false);

/** One topic on its own background. `title` becomes an h2 with `aside` (a link, a legend) at the far end. */
export function Card({
  title,
  aside,
  tone,
  children,
}: {
  title?: ReactNode;
  aside?: ReactNode;
  tone?: "plain" | "sand" | "palm";
  children?: ReactNode;
}) {
  return (
    <section className={classes.card} data-tone={tone ?? "plain"}>
      {title || aside ? (
        <div className={classes.cardHead}>
          {title ? <h2 className={classes.cardTitle}>{title}</h2> : <span />}
          {aside}
        </div>
      ) : null}
      <InCard value={true}>{children}</InCard>
    </section>
  );
}

/** One figure with its name, its change, and what it is compared with. `value` null reads as "no data". */
export function StatCard({
  label,
  value,
  change,
  note,
}: {
  label: string;
  value: ReactNode | null;
  change?: ReactNode;
  note?: ReactNode;
}) {
  const { t } = useTranslation("base");
  return (
    <section className={`${classes.card} ${classes.stat}`} aria-label={label}>
      <div className={classes.statHead}>
        <span>{label}</span>
        {change}
      </div>
      <div className={classes.statBox}>
        <div className={classes.statValue}>{value ?? <NoData label={t("no_data_yet")} />}</div>
      </div>
      {note ? <p className={classes.statNote}>{note}</p> : null}
    </section>
  );
}

/** A dash that screen readers read as "no data": never a zero. */
export function NoData({ label }: { label: string }) {
  return (
    <span title={label}>
      <span aria-hidden>—</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
