import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  type IconProps,
} from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import classes from "./banner.module.css";

export type BannerTone = "info" | "good" | "bad" | "waiting";

const icons: Record<BannerTone, ComponentType<IconProps>> = {
  info: IconInfoCircle,
  good: IconCircleCheck,
  bad: IconAlertTriangle,
  waiting: IconAlertCircle,
};

/**
 * A permanent notice in the page: what happened, what it means, and one action (`action`). A screen reader announces an
 * `urgent` one at once.
 */
export function Banner({
  tone = "info",
  title,
  action,
  urgent,
  children,
}: {
  tone?: BannerTone;
  title?: ReactNode;
  action?: ReactNode;
  urgent?: boolean;
  children?: ReactNode;
}) {
  const Icon = icons[tone];
  return (
    <div className={classes.banner} data-tone={tone} role={urgent ? "alert" : "note"}>
      <Icon size={22} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        {title ? <strong>{title}</strong> : null}
        {children ? <div>{children}</div> : null}
      </div>
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
