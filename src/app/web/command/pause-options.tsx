import { useDebouncedValue } from "@mantine/hooks";
import { IconPlayerPause } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useCampaigns } from "#modules/campaigns/web/campaigns.queries.ts";
import { useCampaignAction } from "#modules/campaigns/web/use-campaign-action.ts";
import classes from "./command.module.css";
import { type OptionsProps, restMs } from "./options.ts";

/** The running campaigns under the typed words: choosing one pauses it, which the snackbar offers to undo. */
export function PauseOptions({ typed, onClose, children }: OptionsProps) {
  const { t } = useTranslation("command");
  const [search] = useDebouncedValue(typed.trim(), restMs);
  const running = useCampaigns({
    page: 1,
    size: 10,
    search,
    status: "active",
    sort: "created",
    order: "desc",
  });
  const action = useCampaignAction();
  const options = (running.data?.items ?? []).map(({ id, name }) => ({
    id: `pause-${id}`,
    Icon: IconPlayerPause,
    content: <span>{t("pause_one", { name })}</span>,
    run: () => {
      action.mutate({ id, act: "pause" });
      onClose();
    },
  }));
  const toNotice = () => {
    if (running.isError) return t("failed");
    if (running.isPending) return t("searching");
    return options.length === 0 ? t("pause_none") : null;
  };
  return children({
    groups: options.length === 0 ? [] : [{ key: "pause", title: t("pause_title"), options }],
    isBusy: running.isFetching,
    notice: (
      <p role="status" className={classes.notice}>
        {toNotice()}
      </p>
    ),
  });
}
