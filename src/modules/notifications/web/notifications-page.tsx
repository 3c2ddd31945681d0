import { Button } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { NotificationRow } from "./notification-row.tsx";
import classes from "./notifications.module.css";
import { type Filter, useMarkAllRead, useNotifications, useUnreadCount } from "./notifications.queries.ts";
import { SettingsCard } from "./settings-card.tsx";

const filters = ["all", "unread", "act_now"] as const satisfies readonly Filter[];

/** What happened, newest first, each with what it means and one act. */
export function NotificationsPage() {
  const { t } = useTranslation("notifications");
  const { show }: { show?: unknown } = useSearch({ strict: false });
  const filter = filters.find((one) => one === show) ?? "all";
  const navigate = useNavigate();
  const unread = useUnreadCount();
  const markAll = useMarkAllRead();
  return (
    <>
      <PageHeader
        title={t("title")}
        lead={t("lead")}
        actions={
          isAllowed("notification", "manage") ? (
            <Button
              variant="default"
              disabled={unread === 0}
              loading={markAll.isPending}
              onClick={() => markAll.mutate()}
            >
              {t("read_all")}
            </Button>
          ) : null
        }
      />
      <div className={classes.stack}>
        <Card>
          <SegmentedControl
            aria-label={t("filter")}
            data={[
              { value: "all", label: t("all") },
              { value: "unread", label: t("unread") },
              { value: "act_now", label: t("levels.act_now") },
            ]}
            value={filter}
            onChange={(value) =>
              void navigate({
                to: "/notifications",
                search: value === "all" ? {} : { show: value },
                replace: true,
              })
            }
          />
          <Notifications filter={filter} />
        </Card>
        {isAllowed("notification", "manage") ? <SettingsCard /> : null}
      </div>
    </>
  );
}

function Notifications({ filter }: { filter: Filter }) {
  const { t } = useTranslation("notifications");
  const query = useNotifications(filter);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={5} />}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0)
          return (
            <EmptyState title={t(filter === "all" ? "empty_title" : "none_of_these")}>
              {t(filter === "all" ? "empty" : "none_of_these_words")}
            </EmptyState>
          );
        return (
          <>
            <ul className={classes.list}>
              {items.map((item) => (
                <NotificationRow key={item.id} item={item} />
              ))}
            </ul>
            {query.hasNextPage ? (
              <Button
                variant="subtle"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t("more")}
              </Button>
            ) : null}
          </>
        );
      }}
    </QueryBoundary>
  );
}
