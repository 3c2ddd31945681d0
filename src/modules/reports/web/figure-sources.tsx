import { IconClockExclamation, IconPlugConnectedX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { Ltr, RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import classes from "./figures.module.css";
import { type AccountPoll, useAccountPolls } from "./reports.queries.ts";

/**
 * The sources of the figures and how current each is. Shown with several accounts, one that does not respond, or a
 * currency that was converted to riyals.
 */
export function FigureSources() {
  const { t } = useTranslation("reports");
  const polls = useAccountPolls().data?.items ?? [];
  if (polls.length < 2 && !polls.some(hasMoreToSay)) return null;
  return (
    <Card title={t("sources")}>
      <ul className={classes.sources}>
        {polls.map((poll) => (
          <Source key={poll.ad_account_id} poll={poll} />
        ))}
      </ul>
    </Card>
  );
}

/** The same for the one account of a campaign, only when it does not respond or reports in another currency. */
export function FigureSource({ adAccountId }: { adAccountId: string }) {
  const poll = useAccountPolls().data?.items.find(({ ad_account_id }) => ad_account_id === adAccountId);
  if (!poll || !hasMoreToSay(poll)) return null;
  return (
    <ul className={classes.sources}>
      <Source poll={poll} />
    </ul>
  );
}

const hasMoreToSay = ({ failing_since, rate }: AccountPoll) => failing_since !== null || rate !== null;

function Source({ poll }: { poll: AccountPoll }) {
  const { t } = useTranslation("reports");
  const { platform, name, as_of, failing_since } = poll;
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
        {failing_since === null ? null : <Silence poll={poll} />}
        <Rate poll={poll} />
      </div>
    </li>
  );
}

/** It is polled again automatically, so the merchant need only know. Only lost access needs their action. */
function Silence({ poll: { is_disconnected, next_try_in_seconds } }: { poll: AccountPoll }) {
  const { t } = useTranslation("reports");
  const minutes = Math.ceil((next_try_in_seconds ?? 0) / 60);
  const retryText = minutes < 2 ? t("silent_now") : t("silent_until", { count: minutes });
  const Icon = is_disconnected ? IconPlugConnectedX : IconClockExclamation;
  return (
    <p className={classes.silence}>
      <Icon size={18} aria-hidden />
      {is_disconnected ? t("silent_disconnected") : retryText}
    </p>
  );
}

/** "1 USD = 3.75 SAR, since 1 June 1986". */
function Rate({ poll: { currency, rate } }: { poll: AccountPoll }) {
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
