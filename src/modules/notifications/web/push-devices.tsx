import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import classes from "./notifications.module.css";
import { type PushDevice, useDeviceId, useRemoveDevice, useTurnOnPush } from "./notifications.queries.ts";
import { readPermission } from "./push-browser.ts";

/** The browsers that show notifications: this one is turned on and off by a tap, the others are removed. */
export function PushDevices({ devices, pushKey }: { devices: readonly PushDevice[]; pushKey: string }) {
  const { t } = useTranslation("notifications");
  const { data: ownId = null } = useDeviceId();
  const turnOn = useTurnOnPush(pushKey);
  const remove = useRemoveDevice();
  const permission = readPermission();
  const isOn = devices.some(({ id }) => id === ownId);
  return (
    <section className={classes.devices} aria-labelledby="push-title">
      <h3 id="push-title">{t("push.title")}</h3>
      <p className={classes.quiet}>{t("push.lead")}</p>
      {permission === "unsupported" || permission === "denied" ? (
        <p className={classes.quiet}>{t(`push.${permission}`)}</p>
      ) : isOn ? null : (
        <Button loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {t("push.turn_on")}
        </Button>
      )}
      {turnOn.isError && readPermission() !== "denied" ? (
        <p role="alert" className={classes.quiet}>
          {t("push.failed")}
        </p>
      ) : null}
      {devices.length === 0 ? null : (
        <ul className={classes.list}>
          {devices.map(({ id, name }) => (
            <li key={id} className={classes.setting}>
              <span>
                {name || t("push.unknown_device")}{" "}
                {id === ownId ? <StatusBadge tone="good">{t("push.this_device")}</StatusBadge> : null}
              </span>
              <Button
                variant="default"
                loading={remove.isPending && remove.variables.id === id}
                aria-label={
                  id === ownId
                    ? t("push.turn_off")
                    : t("push.remove_named", { device: name || t("push.unknown_device") })
                }
                onClick={() => remove.mutate({ id, isOwn: id === ownId })}
              >
                {t(id === ownId ? "push.turn_off" : "push.remove")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
