import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import type { LinkState } from "../../contract/link-enums.ts";
import type { LinkRow } from "../../contract/link-shapes.ts";

const tones: Record<LinkState, Tone> = {
  active: "good",
  paused: "neutral",
  expired: "neutral",
  blocked: "bad",
};

export function StateBadge({ state }: { state: LinkState }) {
  const { t } = useTranslation("tracking");
  return <StatusBadge tone={tones[state]}>{t(`states.${state}`)}</StatusBadge>;
}

/** Says what a shopper would find wrong; nothing while the page works or was not checked. */
export function HealthBadge({ health }: { health: LinkRow["health"] }) {
  const { t } = useTranslation("tracking_links");
  if (health.state === "works" || health.state === "unknown") return null;
  return <StatusBadge tone="bad">{t(`health.${health.state}`)}</StatusBadge>;
}
