import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { periodNames, toLastDays } from "#base/shared/period.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { objectives, statuses } from "#modules/campaigns/contract/enums.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import classes from "./custom.module.css";
import type { FieldsProps } from "./definition-fields.tsx";

const fixed = "fixed";
const fixedDays = 30;

/** A period that moves with the calendar, or two days. */
export function PeriodFields({ definition: { period }, onChange }: FieldsProps) {
  const { t } = useTranslation("reports_custom");
  const today = toRiyadhDay(useNow(60));
  const options = [...periodNames, fixed].map((value) => ({ value, label: t(`periods.${value}`) }));
  return (
    <div className={classes.fields}>
      <Select
        label={t("editor.period")}
        data={options}
        value={"name" in period ? period.name : fixed}
        allowDeselect={false}
        onChange={(value) => {
          const name = periodNames.find((one) => one === value);
          onChange({ period: name ? { name } : toLastDays(fixedDays, today) });
        }}
      />
      {"name" in period ? null : (
        <>
          <DayField
            label={t("editor.from")}
            value={period.from as RiyadhDay}
            max={period.to as RiyadhDay}
            onChange={(from) => from && onChange({ period: { ...period, from } })}
          />
          <DayField
            label={t("editor.to")}
            value={period.to as RiyadhDay}
            min={period.from as RiyadhDay}
            max={today}
            onChange={(to) => to && onChange({ period: { ...period, to } })}
          />
        </>
      )}
    </div>
  );
}

/** What the figures are narrowed to. */
export function FilterFields({ definition: { filter }, onChange }: FieldsProps) {
  const { t } = useTranslation(["reports_custom", "campaigns"]);
  const stores = useStores().data ?? [];
  const set = <Key extends keyof typeof filter>(key: Key, value: (typeof filter)[Key]) => {
    const { [key]: _, ...rest } = filter;
    onChange({ filter: value === undefined ? rest : { ...rest, [key]: value } });
  };
  return (
    <fieldset className={classes.group}>
      <legend>{t("editor.filters")}</legend>
      <div className={classes.fields}>
        {stores.length > 1 ? (
          <Filter
            label={t("editor.store")}
            value={filter.store_id}
            options={stores.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => set("store_id", id)}
          />
        ) : null}
        <Filter
          label={t("editor.platform")}
          value={filter.platform}
          options={platforms.map((value) => ({ value, label: t(`campaigns:platform_names.${value}`) }))}
          onChange={(value) =>
            set(
              "platform",
              platforms.find((one) => one === value),
            )
          }
        />
        <Filter
          label={t("editor.status")}
          value={filter.status}
          options={statuses.map((value) => ({ value, label: t(`campaigns:statuses.${value}`) }))}
          onChange={(value) =>
            set(
              "status",
              statuses.find((one) => one === value),
            )
          }
        />
        <Filter
          label={t("editor.objective")}
          value={filter.objective}
          options={objectives.map((value) => ({ value, label: t(`objectives.${value}`) }))}
          onChange={(value) =>
            set(
              "objective",
              objectives.find((one) => one === value),
            )
          }
        />
      </div>
    </fieldset>
  );
}

type FilterProps = {
  label: string;
  value: string | undefined;
  options: { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
};

function Filter({ label, value, options, onChange }: FilterProps) {
  const { t } = useTranslation("reports_custom");
  return (
    <Select
      label={label}
      data={[{ value: "", label: t("editor.all") }, ...options]}
      value={value ?? ""}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen || undefined)}
    />
  );
}
