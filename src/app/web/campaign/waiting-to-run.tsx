import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { CampaignDetails } from "#modules/campaigns/contract/shapes.ts";
import { useChildAction } from "#modules/campaigns/web/use-campaign-action.ts";
import classes from "./campaign.module.css";
import { findWaiting, type Waiting } from "./find-waiting.ts";

/** Ad groups and ads that were added to a running campaign: asks at once whether to run them. */
export function WaitingToRun({ campaign }: { campaign: CampaignDetails }) {
  const { t } = useTranslation("campaign");
  const waiting = findWaiting(campaign);
  if (waiting.length === 0) return null;
  return (
    <Banner tone="waiting" title={t("added_title", { count: waiting.length })}>
      {t("added_words")}
      <ul className={classes.changes}>
        {waiting.map((one) => (
          <WaitingRow key={one.id} waiting={one} />
        ))}
      </ul>
    </Banner>
  );
}

function WaitingRow({ waiting: { child, id, name, waitsFor } }: { waiting: Waiting }) {
  const { t } = useTranslation("campaign");
  const action = useChildAction();
  return (
    <li className={classes.adHead}>
      <span>
        {t(`levels.${child}`)} <UserText>{name}</UserText>
        {waitsFor ? <span className={classes.soft}> · {t(`waits_for.${waitsFor}`)}</span> : null}
      </span>
      {waitsFor || !isAllowed("campaign", "manage") ? null : (
        <Button
          color="clay"
          loading={action.isPending}
          aria-label={t("run_of", { name })}
          onClick={() => action.mutate({ child, id, act: "start" })}
        >
          {t("run_now")}
        </Button>
      )}
    </li>
  );
}
