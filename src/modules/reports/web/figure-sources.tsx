import { IconClockExclamation, IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/format.ts";
import { Card } from "#base/web/page.tsx";
import { PlatformIcon } from "#base/web/platform-icon.tsx";
import { Ltr, RelativeTime, UserText } from "#base/web/text.tsx";
import classes from "./figures.module.css";
import { type AccountReading, useReadings } from "./use-figures.ts";

/**
 * Where the figures come from and how fresh each source is. Shown when there is something to say: several accounts, one
 * that does not answer, or a currency that was turned into riyals.
 */
export function FigureSources() {
  const { t } = useTranslation("reports");
  const readings = useReadings().data?.items ?? [];
  if (readings.length < 2 && !readings.some(hasMoreToSay)) return null;
  return (
    <Card title={t("sources")}>
      <ul className={classes.sources}>
        {readings.map((reading) => (
          <Source key={reading.ad_account_id} reading={reading} />
        ))}
      </ul>
    </Card>
  );
}

/** The same of the one account a campaign runs in, only when it does not answer or counts in another currency. */
export function FigureSource({ adAccountId }: { adAccountId: string }) {
  const reading = useReadings().data?.items.find(({ ad_account_id }) => ad_account_id === adAccountId);
  if (!reading || !hasMoreToSay(reading)) return null;
  return (
    <ul className={classes.sources}>
      <Source reading={reading} />
    </ul>
  );
}

const hasMoreToSay = ({ failing_since, rate }: AccountReading) => failing_since !== null || rate !== null;

function Source({ reading }: { reading: AccountReading }) {
  const { t } = useTranslation("reports");
  const { platform, name, as_of, failing_since } = reading;
  return (
    <li className={classes.source}>
      <PlatformIcon platform={platform} size={28} />
      <div>
        <strong>
          {t(platform)} · <UserText>{name}</UserText>
        </strong>
        <p>
          {as_of === null ? (
            t("as_of_none")
          ) : (
            <>
              {t("as_of")} <RelativeTime at={as_of} />
            </>
          )}
        </p>
        {failing_since === null ? null : <Silence reading={reading} />}
        <Rate reading={reading} />
      </div>
    </li>
  );
}

/** It will be asked again by itself: the merchant need only know. Without a permission only they can go on. */
function Silence({ reading: { is_disconnected, next_try_in_seconds } }: { reading: AccountReading }) {
  const { t } = useTranslation(["reports", "base"]);
  const minutes = Math.ceil((next_try_in_seconds ?? 0) / 60);
  const asksAgain = minutes < 2 ? t("silent_now") : t("silent_until", { count: minutes });
  const Icon = is_disconnected ? IconPlugConnectedX : IconClockExclamation;
  return (
    <p className={classes.silence}>
      <Icon size={18} aria-hidden />
      {is_disconnected ? t("base:sync_disconnected") : asksAgain}
    </p>
  );
}

/** "1 USD = 3.75 SAR, since 1 June 1986". */
function Rate({ reading: { currency, rate } }: { reading: AccountReading }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  if (rate === null) return null;
  const riyals = format.number(rate.sar_micros / 1_000_000, rate.sar_micros % 10_000 === 0 ? 2 : 6);
  return (
    <p>
      {t("rate", { currency })} <Ltr>{`1 ${currency} = SAR ${riyals}`}</Ltr>
      {t("rate_since", { day: format.date(`${rate.since}T09:00:00Z`) })}
    </p>
  );
}
