import {
  IconArchive,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  type IconProps,
  IconTrash,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import type { Status } from "../contract/enums.ts";

const appearances: Record<Status, { tone: Tone; icon: ComponentType<IconProps> }> = {
  created: { tone: "neutral", icon: IconPencil },
  active: { tone: "good", icon: IconPlayerPlay },
  paused: { tone: "waiting", icon: IconPlayerPause },
  archived: { tone: "neutral", icon: IconArchive },
  deleted: { tone: "bad", icon: IconTrash },
};

/** The merchant's desired status; what the platform confirmed has a badge of its own beside it. */
export function CampaignStatus({ status }: { status: Status }) {
  const { t } = useTranslation("campaigns");
  return (
    <StatusBadge tone={appearances[status].tone} icon={appearances[status].icon}>
      {t(`statuses.${status}`)}
    </StatusBadge>
  );
}
