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
import { StatusBadge, type Tone } from "#base/web/badge.tsx";
import type { Status } from "../contract/enums.ts";

const appearances: Record<Status, { tone: Tone; icon: ComponentType<IconProps> }> = {
  created: { tone: "neutral", icon: IconPencil },
  active: { tone: "good", icon: IconPlayerPlay },
  paused: { tone: "waiting", icon: IconPlayerPause },
  archived: { tone: "neutral", icon: IconArchive },
  deleted: { tone: "bad", icon: IconTrash },
};

/** What the merchant asked for; what the platform confirmed stands beside it as a badge of its own. */
export function CampaignStatus({ status }: { status: Status }) {
  const { t } = useTranslation("campaigns");
  return (
    <StatusBadge tone={appearances[status].tone} icon={appearances[status].icon}>
      {t(`statuses.${status}`)}
    </StatusBadge>
  );
}
