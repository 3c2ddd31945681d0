import { ActionIcon, Button, Drawer, Select } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import { type SortKey, type Status, type Sync, sortKeys, statuses, syncs } from "../../contract/enums.ts";
import classes from "./list-filters.module.css";
import type { ListState } from "./list-state.ts";
import { PeriodMenu } from "./period-menu.tsx";
import type { useListState } from "./use-list-state.ts";

type Props = { state: ListState; onChange: ReturnType<typeof useListState>["filter"]; onClear: () => void };

/** What the list is narrowed by. On a phone the choices are in a sheet, and the search and the period stay in sight. */
export function ListFilters(props: Props) {
  const { t } = useTranslation("campaigns_list");
  const isWide = useIsAtLeast("desktop");
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={classes.filters}>
      <SearchField {...props} />
      {isWide ? <Choices {...props} /> : null}
      <PeriodMenu {...props} />
      {isWide ? null : (
        <>
          <ActionIcon
            variant="default"
            className={classes.open ?? ""}
            aria-label={t("filters.open")}
            onClick={() => setOpen(true)}
          >
            <IconAdjustmentsHorizontal size={20} aria-hidden />
          </ActionIcon>
          <Drawer
            opened={isOpen}
            onClose={() => setOpen(false)}
            position="bottom"
            title={<strong>{t("filters.title")}</strong>}
          >
            <div className={classes.sheet}>
              <SortChoice {...props} />
              <Choices {...props} />
              <Button variant="default" onClick={props.onClear}>
                {t("empty.clear")}
              </Button>
              <Button color="palm" onClick={() => setOpen(false)}>
                {t("filters.show")}
              </Button>
            </div>
          </Drawer>
        </>
      )}
    </search>
  );
}

function SearchField({ state, onChange }: Props) {
  const { t } = useTranslation("campaigns_list");
  const [typed, setTyped] = useState(state.search);
  const [seen, setSeen] = useState(state.search);
  const [sent, setSent] = useState(state.search);
  // A search that came from elsewhere (a view, cleared filters, Back) replaces what is typed; our own does not.
  if (seen !== state.search) {
    setSeen(state.search);
    if (sent !== state.search) {
      setTyped(state.search);
      setSent(state.search);
    }
  }
  const search = useDebouncedCallback((text: string) => {
    setSent(text);
    onChange({ search: text });
  }, 300);
  return (
    <TextField
      className={classes.search ?? ""}
      aria-label={t("filters.search")}
      placeholder={t("filters.search")}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      maxLength={120}
      onChange={(text) => {
        setTyped(text);
        search(text);
      }}
    />
  );
}

function Choices({ state, onChange }: Props) {
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

const orders = ["desc", "asc"] as const;

/** A table is sorted by its heads; cards by this. */
function SortChoice({ state, onChange }: Props) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const label = (key: SortKey) =>
    key === "created"
      ? t("filters.newest")
      : t(key === "start" ? "campaigns:columns.start" : `campaigns:columns.${key}`);
  return (
    <>
      <Select
        label={t("filters.sort")}
        allowDeselect={false}
        value={state.sort}
        data={sortKeys.map((key) => ({ value: key, label: label(key) }))}
        onChange={(key) => onChange({ sort: sortKeys.find((one): one is SortKey => one === key) })}
      />
      <Select
        label={t("filters.order")}
        allowDeselect={false}
        value={state.order}
        data={orders.map((order) => ({ value: order, label: t(`filters.orders.${order}`) }))}
        onChange={(order) => onChange({ order: orders.find((one) => one === order) })}
      />
    </>
  );
}
