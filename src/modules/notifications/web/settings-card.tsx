import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import classes from "./notifications.module.css";
import { useMuteKind, useNotificationSettings } from "./notifications.queries.ts";

/** A switch for each kind. */
export function SettingsCard() {
  const { t } = useTranslation("notifications");
  const query = useNotificationSettings();
  const mute = useMuteKind();
  return (
    <Card title={t("settings_title")}>
      <p className={classes.quiet}>{t("settings_lead")}</p>
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {({ items }) => (
          <div className={classes.list}>
            {items.map(({ kind, is_muted }) => (
              <Switch
                key={kind}
                label={t(`kinds.${kind}.title`)}
                checked={!is_muted}
                disabled={mute.isPending}
                onChange={(event) => mute.mutate({ kind, isMuted: !event.currentTarget.checked })}
              />
            ))}
          </div>
        )}
      </QueryBoundary>
    </Card>
  );
}
