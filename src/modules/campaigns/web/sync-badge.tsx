import {
  IconAlertCircle,
  IconCloudCheck,
  IconCloudOff,
  IconPlugConnectedX,
  type IconProps,
  IconRefresh,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import type { Sync } from "../contract/enums.ts";
import classes from "./sync-badge.module.css";

const appearances: Record<Sync, { tone: Tone; icon: ComponentType<IconProps> }> = {
  local: { tone: "neutral", icon: IconCloudOff },
  pending: { tone: "info", icon: IconRefresh },
  synced: { tone: "good", icon: IconCloudCheck },
  failed: { tone: "bad", icon: IconAlertCircle },
  disconnected: { tone: "waiting", icon: IconPlugConnectedX },
};

/** What the platform has confirmed, separate from what the merchant wants; a failure shows its reason beneath. */
export function SyncBadge({ sync, reason }: { sync: Sync; reason?: string | null }) {
  const { t } = useTranslation("campaigns");
  const { tone, icon } = appearances[sync];
  return (
    <span className={classes.sync}>
      <StatusBadge tone={tone} icon={icon}>
        {t(`sync_states.${sync}`)}
      </StatusBadge>
      {sync === "failed" && reason ? <span className={classes.reason}>{reason}</span> : null}
    </span>
  );
}
