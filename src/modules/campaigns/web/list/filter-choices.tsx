import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { type Status, type Sync, statuses, syncs } from "../../contract/enums.ts";
import classes from "./list-filters.module.css";
import type { ListState } from "./list-state.ts";
import type { useListState } from "./use-list-state.ts";

export type FilterProps = {
  state: ListState;
  onChange: ReturnType<typeof useListState>["filter"];
  onClear: () => void;
};

/** The platform, the status, whether it is as on the platform, and the store. */
export function Choices({ state, onChange }: FilterProps) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const stores = useStores().data ?? [];
  const linkable = platforms.filter((platform) => getCapabilities(platform) !== null);
  return (
    <>
      <Choice
        label={t("filters.platform")}
        value={state.platform}
        options={linkable.map((platform) => ({
          value: platform,
          label: t(`campaigns:platform_names.${platform}`),
        }))}
        onChange={(platform) => onChange({ platform: linkable.find((one) => one === platform) })}
      />
      <Choice
        label={t("filters.status")}
        value={state.status}
        options={statuses.map((status) => ({ value: status, label: t(`campaigns:statuses.${status}`) }))}
        onChange={(status) => onChange({ status: statuses.find((one): one is Status => one === status) })}
      />
      <Choice
        label={t("filters.sync")}
        value={state.sync}
        options={syncs.map((sync) => ({ value: sync, label: t(`campaigns:sync_states.${sync}`) }))}
        onChange={(sync) => onChange({ sync: syncs.find((one): one is Sync => one === sync) })}
      />
      {stores.length > 1 ? (
        <Choice
          label={t("filters.store")}
          value={state.store_id}
          options={stores.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(store_id) => onChange({ store_id: store_id ?? undefined })}
        />
      ) : null}
    </>
  );
}

type ChoiceProps = {
  label: string;
  value: string | undefined;
  options: { value: string; label: string }[];
  onChange: (value: string | null) => void;
};

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <Select
    className={classes.choice ?? ""}
    aria-label={label}
    placeholder={label}
    clearable
    value={value ?? null}
    data={options}
    onChange={onChange}
  />
);
