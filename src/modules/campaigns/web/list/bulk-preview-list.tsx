import { useTranslation } from "react-i18next";
import { halalas } from "#base/shared/money.ts";
import { Money } from "#base/web/kit/money.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { BulkPreview, BulkPreviewItem } from "../../contract/bulk.ts";
import classes from "./bulk-preview-list.module.css";

/** What becomes of each campaign: those that would be refused first, with their reason. */
export function BulkPreviewList({ preview, isBusy }: { preview: BulkPreview; isBusy: boolean }) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const refused = preview.items.filter(({ problem }) => problem !== null);
  const changing = preview.items.filter(({ problem }) => problem === null);
  const sum = (read: (item: BulkPreviewItem) => number) =>
    halalas(changing.reduce((total, item) => total + read(item), 0));
  const growth = sum((item) => item.reserve_growth_halalas);
  return (
    <section className={classes.preview} aria-label={t("bulk.preview")} aria-busy={isBusy}>
      {preview.action === "budget" ? (
        <p className={classes.sum}>
          {t("bulk.from")} <Money halalas={sum((item) => item.daily_budget_halalas)} whole /> {t("bulk.to")}{" "}
          <Money halalas={sum((item) => item.daily_budget_after_halalas)} whole /> {t("bulk.a_day")}
        </p>
      ) : null}
      {growth > 0 ? (
        <p>
          {t("campaigns:reserve")}: <Money halalas={growth} />
        </p>
      ) : null}
      {refused.length > 0 ? (
        <p className={classes.refused}>{t("bulk.refused", { count: refused.length })}</p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and without it not by the keyboard */}
      <ul className={classes.items} tabIndex={0}>
        {[...refused, ...changing].map((item) => (
          <li key={item.id}>
            <UserText>{item.name}</UserText>
            <Outcome action={preview.action} item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Outcome({ action, item }: { action: BulkPreview["action"]; item: BulkPreviewItem }) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  if (item.problem !== null) return <span className={classes.refused}>{item.problem}</span>;
  if (action === "budget")
    return (
      <span>
        {t("bulk.from")} <Money halalas={item.daily_budget_halalas} whole /> {t("bulk.to")}{" "}
        <Money halalas={item.daily_budget_after_halalas} whole />
      </span>
    );
  if (action === "duplicate")
    return (
      <span>
        {t(`campaigns:platform_names.${item.platform}`)}
        {item.dropped.length > 0 ? (
          <small className={classes.dropped}>
            {t("bulk.dropped", {
              fields: item.dropped
                .map((field) => t(`campaigns:dropped.${field}`))
                .join(t("campaigns:list_comma")),
            })}
          </small>
        ) : null}
      </span>
    );
  return (
    <span>
      {t(item.status === item.status_after ? "bulk.unchanged" : `campaigns:statuses.${item.status_after}`)}
    </span>
  );
}
