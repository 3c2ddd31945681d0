import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { DateText, TimeText, UserText } from "#base/web/kit/text.tsx";
import type { StoreWatchRow } from "#modules/campaigns/contract/store-watch.calls.ts";
import { usePausedForStore, useStoreWatch } from "#modules/campaigns/web/campaigns.queries.ts";
import { CampaignStatus } from "#modules/campaigns/web/status-badge.tsx";
import { useResumeAll } from "#modules/campaigns/web/use-resume-all.ts";
import { reportsKeys } from "#modules/reports/web/reports.queries.ts";
import classes from "./home.module.css";

/** Stores that are closed, when their campaigns are paused, and the tap that runs them again once a store is back. */
export function ClosedStores() {
  const { t } = useTranslation("home");
  const stores = useStoreWatch().data ?? [];
  const closed = stores.filter(({ is_open }) => !is_open);
  const paused = usePausedForStore().data ?? [];
  const resume = useResumeAll(reportsKeys.all);
  const openIds = new Set(stores.filter(({ is_open }) => is_open).map(({ store_id }) => store_id));
  const ready = paused.filter(({ store_id }) =>
    store_id === null ? openIds.size > 0 : openIds.has(store_id),
  );
  // Resumed campaigns leave the list; the result of each stays visible.
  const rows = resume.rows.length > 0 ? resume.rows : paused;
  if (closed.length === 0 && rows.length === 0) return null;
  return (
    <Card title={t("closed_stores")}>
      {closed.map((store) => (
        <ClosedStore key={store.store_id} store={store} />
      ))}
      {rows.length > 0 ? <p className={classes.none}>{t("paused_for_store_words")}</p> : null}
      <ul className={classes.compact}>
        {rows.map(({ id, name, status }) => {
          const result = resume.results.get(id);
          return (
            <li key={id}>
              <Link to="/campaigns/$id" params={{ id }}>
                <span className={classes.compactWords}>
                  <UserText>{name}</UserText>
                  <CampaignStatus status={result?.isRunning ? "active" : status} />
                </span>
              </Link>
              {result && !result.isRunning ? <ErrorLine>{result.why}</ErrorLine> : null}
            </li>
          );
        })}
      </ul>
      {ready.length > 0 ? (
        <Button
          color="clay"
          loading={resume.isBusy}
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
          onClick={() => void resume.run(ready)}
        >
          {t("resume_store", { count: ready.length })}
        </Button>
      ) : null}
    </Card>
  );
}

function ClosedStore({ store: { name, pause_at } }: { store: StoreWatchRow }) {
  const { t } = useTranslation("home");
  return (
    <p>
      <UserText>{name}</UserText>
      {": "}
      {pause_at === null ? (
        t("store_closed")
      ) : (
        <>
          {t("store_closed_until")} <DateText at={pause_at} /> · <TimeText at={pause_at} />
        </>
      )}{" "}
      <Link to="/account-settings/connect-store">{t("see_store")}</Link>
    </p>
  );
}
