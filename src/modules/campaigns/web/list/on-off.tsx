import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { ListRow } from "../../contract/list.ts";
import { useCampaignAction } from "../use-campaign-action.ts";
import classes from "./on-off.module.css";

/** Runs or pauses a campaign in its place. */
export function OnOff({ row: { id, name, status, allowed_actions } }: { row: ListRow }) {
  const { t } = useTranslation("campaigns_list");
  const act = useCampaignAction();
  const next = (["pause", "start", "relaunch"] as const).find((action) => allowed_actions.includes(action));
  return (
    <Switch
      color="palm"
      size="md"
      classNames={{ root: classes.root ?? "" }}
      aria-label={t("run_one", { name })}
      checked={status === "active"}
      disabled={!next || act.isPending || !isAllowed("campaign", "manage")}
      onChange={() => next && act.mutate({ id, act: next })}
    />
  );
}
