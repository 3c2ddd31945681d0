import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { conversionRules } from "#modules/ad-accounts/contract/conversion-rules.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { DestinationAnswer, HealthAnswer } from "../../contract/conversions.calls.ts";
import { useSwitchDestination } from "../use-conversion-actions.ts";
import classes from "./conversions.module.css";

/** Every linked ad account with its switch: whether purchases go back to it, and how that goes. */
export function PlatformsCard({ health: { destinations, settings } }: { health: HealthAnswer }) {
  const { t } = useTranslation("conversions_health");
  return (
    <Card title={t("platforms.title")}>
      {destinations.length === 0 ? (
        <EmptyState title={t("platforms.none_title")}>{t("platforms.none")}</EmptyState>
      ) : (
        <ul className={classes.list}>
          {destinations.map((destination) => (
            <Destination
              key={destination.ad_account_id}
              destination={destination}
              sharesContacts={settings.contacts_allowed_at !== null}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

type State = "off" | "working" | "failing" | "lost";
const tones: Record<State, Tone> = { off: "neutral", working: "good", failing: "bad", lost: "bad" };

function toState({ is_enabled, status, failure }: DestinationAnswer): State {
  if (!is_enabled) return "off";
  if (status === "lost") return "lost";
  return failure ? "failing" : "working";
}

type Props = { destination: DestinationAnswer; sharesContacts: boolean };

function Destination({ destination, sharesContacts }: Props) {
  const { t } = useTranslation("conversions_health");
  const switching = useSwitchDestination();
  const { ad_account_id, platform, name, is_enabled, has_pixel } = destination;
  const state = toState(destination);
  return (
    <li className={classes.destination}>
      <PlatformIcon platform={platform} label={t(`ad_accounts:platforms.${platform}`)} />
      <div className={classes.grow}>
        <strong>
          <UserText>{name}</UserText>
        </strong>
        <p className={classes.soft}>{t(`ad_accounts:platforms.${platform}`)}</p>
      </div>
      <StatusBadge tone={tones[state]}>{t(`platforms.${state}`)}</StatusBadge>
      <Switch
        checked={is_enabled}
        disabled={switching.isPending || (!is_enabled && !has_pixel)}
        aria-label={t("platforms.switch", { name })}
        onChange={({ currentTarget }) =>
          switching.mutate({ ad_account_id, is_enabled: currentTarget.checked })
        }
      />
      <Notes destination={destination} sharesContacts={sharesContacts} />
    </li>
  );
}

function Notes({ destination, sharesContacts }: Props) {
  const { t } = useTranslation("conversions_health");
  const format = useFormat();
  const { platform, is_enabled, has_pixel, waiting, failure, match_quality } = destination;
  if (!has_pixel && !is_enabled) return <p className={classes.note}>{t("platforms.no_pixel")}</p>;
  if (!is_enabled) return null;
  const needsContact = conversionRules[platform].needsContact && !sharesContacts;
  return (
    <div className={classes.notes}>
      {needsContact ? <p className={classes.warning}>{t("platforms.needs_contact")}</p> : null}
      {failure ? (
        <p className={classes.problem} role="alert">
          {t("platforms.failing_since", {
            date: `${format.date(failure.since, "day")} ${format.time(failure.since)}`,
          })}{" "}
          {failure.message ? t(failure.message) : t("platforms.vendor_says", { reason: failure.reason })}
        </p>
      ) : null}
      <p className={classes.soft}>
        {t("platforms.waiting", { count: waiting })}
        {match_quality === null ? null : (
          <span title={t("platforms.quality_words")}>
            {" · "}
            {t("platforms.quality", { grade: match_quality.toFixed(1) })}
          </span>
        )}
      </p>
      <p className={classes.soft}>
        {conversionRules[platform].restateDays > 0
          ? t("platforms.restates", { count: conversionRules[platform].restateDays })
          : t("platforms.no_restatements")}
      </p>
    </div>
  );
}
