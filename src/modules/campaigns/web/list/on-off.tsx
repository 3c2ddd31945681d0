import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { text } from "#base/web/runtime/i18n.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Action } from "../../contract/enums.ts";
import type { ListRow } from "../../contract/list.ts";
import { useCampaignAction } from "../use-campaign-action.ts";
import classes from "./on-off.module.css";

/** Runs or pauses a campaign in place; a pause and a resume can be taken back at once. */
export function OnOff({ row }: { row: ListRow }) {
  const { t } = useTranslation("campaigns");
  const act = useCampaignAction();
  const { id, name, status, allowed_actions } = row;
  const next = (["pause", "start", "relaunch"] as const).find((action) => allowed_actions.includes(action));
  const opposite = { pause: "relaunch", relaunch: "pause", start: null } as const;
  function change(action: "pause" | "start" | "relaunch") {
    const back = opposite[action];
    act.mutate(
      { id, act: action },
      {
        onSuccess: () => {
          const undo = (undone: Action) => ({
            label: text("base:operation.undo"),
            run: () => act.mutate({ id, act: undone }),
          });
          notify(text(`campaigns:done.${action}`), "success", back ? undo(back) : undefined);
        },
      },
    );
  }
  return (
    <Switch
      color="palm"
      size="md"
      classNames={{ root: classes.root ?? "" }}
      aria-label={t("list.run_one", { name })}
      checked={status === "active"}
      disabled={!next || act.isPending}
      onChange={() => next && change(next)}
    />
  );
}
