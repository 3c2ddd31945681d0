import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { TimeLeft } from "#base/web/kit/text.tsx";
import { useCountdown } from "#base/web/runtime/use-countdown.ts";
import type { CampaignDetails, CampaignRetry } from "../contract/shapes.ts";
import { useCampaignAction } from "./use-campaign-action.ts";

type TimeProps = {
  retry: CampaignRetry;
  /** When the answer with `retry` came, by this browser's clock in milliseconds. */
  readAt: number;
};

/** When a platform that does not answer is tried again, counted down. */
export function RetryTime({ retry, readAt }: TimeProps) {
  const { t } = useTranslation("campaigns");
  const left = useCountdown(readAt + retry.in_seconds * 1_000);
  return (
    <span role="timer" aria-live="off">
      {left > 0 ? (
        <>
          {t("retry.in")} <TimeLeft seconds={left} />
        </>
      ) : (
        t("retry.now")
      )}
    </span>
  );
}

/** Try at once, where the platform did not ask for the wait, or stop waiting: the campaign is paused. */
export function RetryActs({ campaign, retry }: { campaign: CampaignDetails; retry: CampaignRetry }) {
  const { t } = useTranslation("campaigns");
  const action = useCampaignAction();
  const isBusy = action.isPending;
  return (
    <>
      {retry.can_try_now ? (
        <Button
          variant="default"
          disabled={isBusy}
          aria-label={t("retry.try_of", { name: campaign.name })}
          onClick={() => action.mutate({ id: campaign.id, act: "retry" })}
        >
          {t("retry.try_now")}
        </Button>
      ) : null}
      {campaign.allowed_actions.includes("pause") ? (
        <Button
          variant="default"
          disabled={isBusy}
          aria-label={t("retry.pause_of", { name: campaign.name })}
          onClick={() => action.mutate({ id: campaign.id, act: "pause" })}
        >
          {t("retry.pause")}
        </Button>
      ) : null}
    </>
  );
}
