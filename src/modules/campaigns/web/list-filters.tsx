import { Select } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { type Status, type Sync, statuses, syncs } from "../contract/enums.ts";
import classes from "./campaigns.module.css";
import type { ListState } from "./campaigns.queries.ts";

type Props = { state: ListState; onChange: (patch: Partial<ListState>) => void };

/** Search by name and the three filters of the list. */
export function ListFilters({ state, onChange }: Props) {
  const { t } = useTranslation(["campaigns", "base"]);
  const [typed, setTyped] = useState(state.search);
  const search = useDebouncedCallback((text: string) => onChange({ search: text }), 300);
  const linkable = platforms.filter((platform) => getCapabilities(platform) !== null);
  return (
    <search className={classes.filters}>
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
      <Select
        aria-label={t("filters.status")}
        placeholder={t("filters.status")}
        clearable
        value={state.status ?? null}
        data={statuses.map((status) => ({ value: status, label: t(`statuses.${status}`) }))}
        onChange={(status) => onChange({ status: (status as Status | null) ?? undefined })}
      />
      <Select
        aria-label={t("filters.sync")}
        placeholder={t("filters.sync")}
        clearable
        value={state.sync ?? null}
        data={syncs.map((sync) => ({ value: sync, label: t(`sync_states.${sync}`) }))}
        onChange={(sync) => onChange({ sync: (sync as Sync | null) ?? undefined })}
      />
      <Select
        aria-label={t("filters.platform")}
        placeholder={t("filters.platform")}
        clearable
        value={state.platform ?? null}
        data={linkable.map((platform) => ({ value: platform, label: t(`platform_names.${platform}`) }))}
        onChange={(platform) => onChange({ platform: linkable.find((one) => one === platform) })}
      />
    </search>
  );
}
