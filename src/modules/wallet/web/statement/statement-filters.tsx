import { ActionIcon, Button, Drawer, Select } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { DayField } from "#base/web/forms/day-field.tsx";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { type ChargeType, type EntryKind, entryKinds } from "../../contract/enums.ts";
import classes from "./statement.module.css";
import { referencesQuery } from "./statement.queries.ts";
import type { StatementChange, StatementState } from "./statement-state.ts";

type Props = {
  filter: StatementState;
  onChange: (part: Partial<StatementChange>) => void;
  children: ReactNode;
};

/** Moves inside the wallet, and what the balance did not cover, are not lines of the statement. */
const notLines = new Set<EntryKind>(["reserve", "reserve_release", "shortage", "shortage_settled"]);
const kindsShown = entryKinds.filter((kind) => !notLines.has(kind));

/** What the statement is narrowed by. On a phone only the search is in sight; the other fields are in a sheet. */
export function StatementFilters({ filter, onChange, children }: Props) {
  const { t } = useTranslation("wallet_statement");
  const isWide = useIsAtLeast("desktop");
  const choices = <Choices filter={filter} onChange={onChange} />;
  return (
    <search className={classes.filters}>
      <div className={classes.search}>
        <SearchField
          label={t("search")}
          placeholder={t("search_example")}
          value={filter.search ?? ""}
          maxLength={100}
          onSearch={(search) => onChange({ search })}
        />
        {isWide ? null : <FiltersSheet>{choices}</FiltersSheet>}
      </div>
      {isWide ? choices : null}
      {children}
    </search>
  );
}

function FiltersSheet({ children }: { children: ReactNode }) {
  const { t } = useTranslation("wallet_statement");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ActionIcon variant="default" size="input-sm" aria-label={t("filters")} onClick={() => setOpen(true)}>
        <IconAdjustmentsHorizontal size={20} aria-hidden />
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={() => setOpen(false)}
        position="bottom"
        title={<strong>{t("filters")}</strong>}
      >
        <div className={classes.sheet}>
          {children}
          <Button color="palm" onClick={() => setOpen(false)}>
            {t("show_lines")}
          </Button>
        </div>
      </Drawer>
    </>
  );
}

function Choices({ filter, onChange }: Omit<Props, "children">) {
  const { t } = useTranslation(["wallet", "wallet_statement"]);
  return (
    <>
      <Select
        label={t("charge_type")}
        data={[
          { value: "", label: t("charge_all") },
          { value: "deposit", label: t("charge_deposit") },
          { value: "withdrawal", label: t("charge_withdrawal") },
        ]}
        value={filter.charge_type ?? ""}
        allowDeselect={false}
        onChange={(value) => onChange({ charge_type: (value || null) as ChargeType | null })}
      />
      <Select
        label={t("operation")}
        data={[
          { value: "", label: t("wallet_statement:all_kinds") },
          ...kindsShown.map((kind) => ({ value: kind, label: t(`kind_${kind}`) })),
        ]}
        value={filter.kind ?? ""}
        allowDeselect={false}
        onChange={(value) => onChange({ kind: (value || null) as EntryKind | null })}
      />
      <ReferenceField value={filter.reference ?? null} onChange={(reference) => onChange({ reference })} />
      <DayField
        label={t("from_day")}
        clearable
        value={filter.from ?? null}
        max={filter.to}
        onChange={(from) => onChange({ from })}
      />
      <DayField
        label={t("to_day")}
        clearable
        value={filter.to ?? null}
        min={filter.from}
        onChange={(to) => onChange({ to })}
      />
    </>
  );
}

/** Campaigns by their names; one that the first fifty do not have is found by typing. */
function ReferenceField({
  value,
  onChange,
}: {
  value: string | null;
  onChange: (reference: string | null) => void;
}) {
  const { t } = useTranslation("wallet_statement");
  const [search, setSearch] = useState("");
  const query = useQuery(referencesQuery(search));
  const found = (query.data?.items ?? []).map(({ reference, title }) => ({ value: reference, label: title }));
  const isListed = value === null || found.some((option) => option.value === value);
  return (
    <Select
      label={t("subject")}
      placeholder={t("all_subjects")}
      data={isListed ? found : [{ value, label: value }, ...found]}
      value={value}
      searchable
      clearable
      nothingFoundMessage={t("no_subjects")}
      filter={({ options }) => options}
      onSearchChange={(text) => setSearch(found.some(({ label }) => label === text) ? "" : text)}
      onChange={onChange}
    />
  );
}
