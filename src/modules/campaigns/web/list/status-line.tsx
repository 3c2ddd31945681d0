import {
  IconArchive,
  IconCloudCheck,
  IconCloudExclamation,
  IconCloudOff,
  IconCloudUp,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  type IconProps,
  IconTrash,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import type { Status, Sync } from "../../contract/enums.ts";
import type { ListRow } from "../../contract/list.ts";
import classes from "./cells.module.css";

const statusIcons: Record<Status, ComponentType<IconProps>> = {
  created: IconPencil,
  active: IconPlayerPlay,
  paused: IconPlayerPause,
  archived: IconArchive,
  deleted: IconTrash,
};
const syncIcons: Record<Sync, ComponentType<IconProps>> = {
  local: IconCloudOff,
  pending: IconCloudUp,
  synced: IconCloudCheck,
  failed: IconCloudExclamation,
  disconnected: IconCloudOff,
};

/** What the merchant wants, and beside it, quieter, how far the platform follows. A difference says what differs. */
export function StatusLine({ row }: { row: ListRow }) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const StatusIcon = statusIcons[row.status];
  const SyncIcon = syncIcons[row.sync];
  return (
    <span className={classes.states}>
      <span className={classes.status} data-status={row.status}>
        <StatusIcon size={14} aria-hidden />
        {t(`campaigns:statuses.${row.status}`)}
      </span>
      {row.status_reason === "money" ? <span>{t("paused_for_money")}</span> : null}
      {row.status_reason === "store" ? <span>{t("paused_for_store")}</span> : null}
      {row.status_reason === "licence" ? <span>{t("paused_for_licence")}</span> : null}
      {row.status_reason === "rule" ? <span>{t("paused_by_rule")}</span> : null}
      <span className={classes.sync} data-sync={row.sync} title={row.fault ?? undefined}>
        <SyncIcon size={14} aria-hidden />
        {t(toSyncKey(row))}
      </span>
    </span>
  );
}

function toSyncKey({ sync, drift_daily_budget_halalas, drift_status }: ListRow) {
  if (drift_daily_budget_halalas !== null) return "drift_budget" as const;
  if (drift_status !== null) return "drift_status" as const;
  return `campaigns:sync_states.${sync}` as const;
}
