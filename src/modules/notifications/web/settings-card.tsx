import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { channels } from "../contract/channels.ts";
import classes from "./notifications.module.css";
import { useNotificationSettings, useSetChannel } from "./notifications.queries.ts";
import { PushDevices } from "./push-devices.tsx";

/** A switch for each kind and channel. */
export function SettingsCard() {
  const { t } = useTranslation("notifications");
  const query = useNotificationSettings();
  const setChannel = useSetChannel();
  return (
    <Card title={t("settings_title")}>
      <p className={classes.quiet}>{t("settings_lead")}</p>
      <QueryBoundary query={query} fallback={<SkeletonRows count={4} />}>
        {({ items, has_email, devices, push_key }) => (
          <>
            <PushDevices devices={devices} pushKey={push_key} />
            {has_email ? null : (
              <div className={classes.note}>
                <p className={classes.quiet}>{t("no_email")}</p>
                <LinkButton to="/account-settings/account-details">{t("prove_email")}</LinkButton>
              </div>
            )}
            <p className={classes.quiet}>{t("texts_cost")}</p>
            {devices.length > 0 ? null : <p className={classes.quiet}>{t("push.none_yet")}</p>}
            <ul className={classes.list}>
              {items.map(({ kind, channels: states }) => (
                <li key={kind} className={classes.setting}>
                  <span id={`kind-${kind}`}>{t(`kinds.${kind}.title`)}</span>
                  <span className={classes.switches}>
                    {channels.map((channel) => (
                      <Switch
                        key={channel}
                        label={t(`channels.${channel}`)}
                        aria-describedby={`kind-${kind}`}
                        checked={states[channel]}
                        disabled={
                          setChannel.isPending ||
                          (channel === "email" && !has_email) ||
                          (channel === "push" && devices.length === 0)
                        }
                        onChange={(event) =>
                          setChannel.mutate({ kind, channel, isOn: event.currentTarget.checked })
                        }
                      />
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
    </Card>
  );
}
