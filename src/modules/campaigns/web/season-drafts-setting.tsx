import { Switch } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { useSeasonDrafts, useSetSeasonDrafts } from "./season-drafts.queries.ts";

/** Among the account's settings: whether a draft is prepared before each season. */
export function SeasonDraftsSetting() {
  const { t } = useTranslation("campaigns");
  const drafts = useSeasonDrafts().data;
  const set = useSetSeasonDrafts();
  return (
    <Card title={t("season.setting")}>
      <Switch
        label={t("season.setting_label")}
        description={t("season.setting_words")}
        disabled={!drafts || set.isPending}
        checked={drafts?.is_on ?? true}
        onChange={(event) => set.mutate(event.currentTarget.checked)}
      />
    </Card>
  );
}
