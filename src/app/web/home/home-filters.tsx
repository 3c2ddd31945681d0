import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toLastDays } from "#base/shared/period.ts";
import { type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { DayField } from "#base/web/forms/day-field.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { useAdAccounts } from "#modules/ad-accounts/web/ad-accounts.queries.ts";
import { homeComparisons } from "#modules/reports/contract/home-scope.ts";
import { useStores } from "#modules/stores/web/stores.queries.ts";
import classes from "./home-filters.module.css";
import { homePresets, useHomeScope } from "./home-scope.ts";

/** The days that home shows, what they are compared with, and where there are several, one store or one platform. */
export function HomeFilters() {
  const { t } = useTranslation("home");
  const [scope, change] = useHomeScope();
  const chosen = "days" in scope ? scope.days : null;
  const [isOpen, setOpen] = useState(chosen === null);
  return (
    <section className={classes.filters} aria-label={t("filters.title")}>
      <div className={classes.periods}>
        {homePresets.map((days) => (
          <button
            key={days}
            type="button"
            aria-pressed={days === chosen && !isOpen}
            onClick={() => {
              setOpen(false);
              change({ period: { days } });
            }}
          >
            {t("filters.days", { count: days })}
          </button>
        ))}
        <button type="button" aria-pressed={isOpen} aria-expanded={isOpen} onClick={() => setOpen(true)}>
          {t("filters.other_days")}
        </button>
      </div>
      {isOpen ? <DayRange /> : null}
      <div className={classes.choices}>
        <Select
          aria-label={t("filters.compare")}
          allowDeselect={false}
          data={homeComparisons.map((value) => ({ value, label: t(`filters.compared.${value}`) }))}
          value={scope.compare ?? "previous"}
          onChange={(value) =>
            change({ compare: homeComparisons.find((one) => one === value) ?? "previous" })
          }
        />
        <StoreChoice />
        <PlatformChoice />
      </div>
    </section>
  );
}

/** Two days, each at once in the address; the first is never after the second. */
function DayRange() {
  const { t } = useTranslation("home");
  const [scope, change] = useHomeScope();
  const today = toRiyadhDay(useNow(60));
  const { from, to } =
    "days" in scope ? toLastDays(scope.days, today) : (scope as { from: RiyadhDay; to: RiyadhDay });
  return (
    <div className={classes.range}>
      <DayField
        label={t("filters.from")}
        value={from}
        max={to}
        onChange={(day) => day && change({ period: { from: day, to } })}
      />
      <DayField
        label={t("filters.to")}
        value={to}
        min={from}
        max={today}
        onChange={(day) => day && change({ period: { from, to: day } })}
      />
    </div>
  );
}

const all = "all";

/** Nothing with one store: there is nothing to choose. */
function StoreChoice() {
  const { t } = useTranslation("home");
  const [{ store_id }, change] = useHomeScope();
  const stores = useStores().data ?? [];
  if (stores.length < 2 && !store_id) return null;
  return (
    <Select
      aria-label={t("filters.store")}
      allowDeselect={false}
      data={[
        { value: all, label: t("filters.all_stores") },
        ...stores.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={store_id ?? all}
      onChange={(value) => change({ store_id: value === all ? null : value })}
    />
  );
}

function PlatformChoice() {
  const { t } = useTranslation(["home", "reports"]);
  const [{ platform }, change] = useHomeScope();
  const accounts = useAdAccounts().data?.ad_accounts ?? [];
  const linked = platforms.filter((one) => accounts.some((account) => account.platform === one));
  if (linked.length < 2 && !platform) return null;
  return (
    <Select
      aria-label={t("home:filters.platform")}
      allowDeselect={false}
      data={[
        { value: all, label: t("home:filters.all_platforms") },
        ...linked.map((value) => ({ value, label: t(`reports:${value}`) })),
      ]}
      value={platform ?? all}
      onChange={(value) => change({ platform: linked.find((one) => one === value) ?? null })}
    />
  );
}
