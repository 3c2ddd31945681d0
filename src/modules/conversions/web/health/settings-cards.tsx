import { Switch } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { SegmentedControl } from "#base/web/kit/segmented-control.ts";
import { useFormat } from "#base/web/runtime/format.ts";
import type { HealthAnswer } from "../../contract/conversions.calls.ts";
import { type SendTime, sendTimes } from "../../contract/enums.ts";
import { useChangeSettings } from "../use-conversion-actions.ts";
import classes from "./conversions.module.css";

type Props = { settings: HealthAnswer["settings"] };

/** When purchases are sent, and whether the shopper's contact goes with them. */
export function SettingsCards({ settings }: Props) {
  return (
    <div className={classes.pair}>
      <SendTimeCard settings={settings} />
      <ContactsCard settings={settings} />
    </div>
  );
}

function SendTimeCard({ settings: { send_at, contacts_allowed_at } }: Props) {
  const { t } = useTranslation("conversions_health");
  const change = useChangeSettings();
  return (
    <Card title={t("send_at.title")}>
      <SegmentedControl
        fullWidth
        aria-label={t("send_at.title")}
        value={send_at}
        disabled={change.isPending}
        data={sendTimes.map((value) => ({ value, label: t(`send_at.${value}`) }))}
        onChange={(value) =>
          change.mutate({ send_at: value as SendTime, shares_contacts: contacts_allowed_at !== null })
        }
      />
      <p className={classes.words}>{t(`send_at.${send_at}_words`)}</p>
    </Card>
  );
}

function ContactsCard({ settings: { send_at, contacts_allowed_at } }: Props) {
  const { t } = useTranslation("conversions_health");
  const format = useFormat();
  const change = useChangeSettings();
  const [isStopping, setStopping] = useState(false);
  const share = (shares_contacts: boolean) =>
    change.mutate({ send_at, shares_contacts }, { onSuccess: () => setStopping(false) });
  return (
    <Card title={t("contacts.title")}>
      <Switch
        checked={contacts_allowed_at !== null}
        disabled={change.isPending}
        label={t("contacts.label")}
        onChange={({ currentTarget }) => (currentTarget.checked ? share(true) : setStopping(true))}
      />
      <p className={classes.words}>{t("contacts.words")}</p>
      <p className={classes.words}>
        {contacts_allowed_at === null
          ? t("contacts.declares")
          : t("contacts.since", { date: format.date(contacts_allowed_at, "day") })}
      </p>
      <ConfirmDialog
        opened={isStopping}
        title={t("contacts.stop_title")}
        confirm={t("contacts.stop")}
        danger
        busy={change.isPending}
        onConfirm={() => share(false)}
        onClose={() => setStopping(false)}
      >
        {t("contacts.stop_words")}
      </ConfirmDialog>
    </Card>
  );
}
