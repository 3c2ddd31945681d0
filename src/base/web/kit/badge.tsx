import {
  IconAlertCircle,
  IconCircleCheck,
  IconClock,
  IconInfoCircle,
  IconMinus,
  type IconProps,
  IconTrendingDown,
  IconTrendingUp,
} from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../runtime/format.ts";
import classes from "./badge.module.css";

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
