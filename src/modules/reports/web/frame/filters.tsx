import { Button, Drawer, MultiSelect, Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { objectives, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { statuses } from "#modules/campaigns/contract/enums.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { useFilterChoices } from "../report-tables.queries.ts";
import classes from "./frame.module.css";
import type { ReportState } from "./report-state.ts";
import type { UseReportState } from "./use-report-state.ts";

type Props = {
  opened: boolean;
  isWide: boolean;
  state: ReportState;
  onChange: UseReportState["change"];
  onClear: () => void;
  onClose: () => void;
};

/** All filters: from the screen's lower edge on a phone, from its side elsewhere. */
export function Filters({ opened, isWide, state, onChange, onClear, onClose }: Props) {
  const { t } = useTranslation(["reports_frame", "reports", "campaigns", "base"]);
  const stores = useStores().data ?? [];
  const choices = useFilterChoices(opened).data;
  const choose =
    <Word extends string>(name: keyof ReportState, words: readonly Word[]) =>
    (value: string | null) =>
      onChange({ [name]: words.find((word) => word === value) });
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position={isWide ? "right" : "bottom"}
      size={isWide ? "24rem" : "auto"}
      title={<strong>{t("filters.title")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <div className={classes.fields}>
        <Select
          label={t("filters.store_id")}
          placeholder={t("filters.all")}
          clearable
          value={state.store_id ?? null}
          data={stores.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(store) => onChange({ store_id: store ?? undefined })}
        />
        <Select
          label={t("filters.platform")}
          placeholder={t("filters.all")}
          clearable
          value={state.platform ?? null}
          data={platforms.map((value) => ({ value, label: t(`reports:${value}`) }))}
          onChange={choose("platform", platforms)}
        />
        <MultiSelect
          label={t("filters.campaign_ids")}
          placeholder={state.campaign_ids?.length ? "" : t("filters.all")}
          clearable
          searchable
          maxValues={100}
          value={state.campaign_ids ?? []}
          data={(choices?.campaigns ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(ids) => onChange({ campaign_ids: ids.length > 0 ? ids : undefined })}
        />
        <Select
          label={t("filters.status")}
          placeholder={t("filters.all")}
          clearable
          value={state.status ?? null}
          data={statuses.map((value) => ({ value, label: t(`campaigns:statuses.${value}`) }))}
          onChange={choose("status", statuses)}
        />
        <Select
          label={t("filters.objective")}
          placeholder={t("filters.all")}
          clearable
          value={state.objective ?? null}
          data={objectives.map((value) => ({ value, label: t(`campaigns:objectives.${value}`) }))}
          onChange={choose("objective", objectives)}
        />
        <Select
          label={t("filters.city")}
          placeholder={t("filters.all")}
          clearable
          searchable
          value={state.city ?? null}
          data={(choices?.cities ?? []).map(({ key, name }) => ({ value: key, label: name }))}
          onChange={(city) => onChange({ city: city ?? undefined })}
        />
        <Button variant="default" onClick={onClear}>
          {t("filters.clear")}
        </Button>
        <Button onClick={onClose}>{t("show")}</Button>
      </div>
    </Drawer>
  );
}
