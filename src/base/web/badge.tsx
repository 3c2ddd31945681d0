import {
  IconAlertCircle,
  IconCircleCheck,
  IconClock,
  IconCloudCheck,
  IconCloudOff,
  IconInfoCircle,
  IconMinus,
  IconPlugConnectedX,
  type IconProps,
  IconRefresh,
  IconTrendingDown,
  IconTrendingUp,
} from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./badge.module.css";
import { useFormat } from "./format.ts";

export type Tone = "good" | "bad" | "info" | "waiting" | "neutral";

const icons: Record<Tone, ComponentType<IconProps>> = {
  good: IconCircleCheck,
  bad: IconAlertCircle,
  info: IconInfoCircle,
  waiting: IconClock,
  neutral: IconMinus,
};

/** A status as a word and an icon on a soft background; colour alone never carries the meaning. */
export function StatusBadge({
  tone,
  icon,
  children,
}: {
  tone: Tone;
  icon?: ComponentType<IconProps>;
  children: ReactNode;
}) {
  const Icon = icon ?? icons[tone];
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={15} stroke={2} aria-hidden />
      <span>{children}</span>
    </span>
  );
}

/**
 * The change of a figure, with its direction; `better` says which way is good. Shows nothing without a value to
 * compare.
 */
export function ChangeBadge({ share, better = "up" }: { share: number | null; better?: "up" | "down" }) {
  const { t } = useTranslation("base");
  const format = useFormat();
  if (share === null) return null;
  const rises = share >= 0;
  const sign = rises ? "+" : "\u2212";
  return (
    <StatusBadge
      tone={rises === (better === "up") ? "good" : "bad"}
      icon={rises ? IconTrendingUp : IconTrendingDown}
    >
      <span className="visually-hidden">{t(rises ? "went_up" : "went_down")}</span>
      <bdi dir="ltr">{`${sign}${format.percent(Math.abs(share))}`}</bdi>
    </StatusBadge>
  );
}

export type Sync = "local" | "pending" | "synced" | "failed" | "disconnected";

const syncs: Record<Sync, { tone: Tone; icon: ComponentType<IconProps> }> = {
  local: { tone: "neutral", icon: IconCloudOff },
  pending: { tone: "info", icon: IconRefresh },
  synced: { tone: "good", icon: IconCloudCheck },
  failed: { tone: "bad", icon: IconAlertCircle },
  disconnected: { tone: "waiting", icon: IconPlugConnectedX },
};

/** What the platform has confirmed, separate from what the merchant wants; a failure shows its reason beneath. */
export function SyncBadge({ sync, reason }: { sync: Sync; reason?: string | null }) {
  const { t } = useTranslation("base");
  const { tone, icon } = syncs[sync];
  return (
    <span className={classes.sync}>
      <StatusBadge tone={tone} icon={icon}>
        {t(`sync_${sync}`)}
      </StatusBadge>
      {sync === "failed" && reason ? <span className={classes.reason}>{reason}</span> : null}
    </span>
  );
}
