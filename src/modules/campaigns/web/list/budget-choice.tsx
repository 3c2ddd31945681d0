import { Group, Radio } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { halalas } from "#base/shared/money.ts";
import { MoneyField, NumberField } from "#base/web/forms/fields.tsx";
import type { BudgetChange, BulkBody } from "../../contract/bulk.ts";

type Kind = "more" | "less" | "set";
type Unit = "percent" | "amount";
const units: readonly Unit[] = ["percent", "amount"];
const kinds: readonly Kind[] = ["more", "less", "set"];
/** In percent, as the contract allows. */
const limits = { more: 500, less: 90 } as const;

type Props = { ids: string[]; onChange: (body: BulkBody | null) => void };

/** How the budgets change: a share or an amount more or less of each campaign's own, or one budget for each. */
export function BudgetChoice({ ids, onChange }: Props) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const [kind, setKind] = useState<Kind>("more");
  const [unit, setUnit] = useState<Unit>("percent");
  const [percent, setPercent] = useState<number | null>(null);
  const [amount, setAmount] = useState<number | null>(null);
  const report = useDebouncedCallback((typed: Typed) => onChange(toBody(ids, typed)), 300);
  function set(change: Partial<Typed>) {
    const next = { kind, unit, percent, amount, ...change };
    setKind(next.kind);
    setUnit(next.unit);
    setPercent(next.percent);
    setAmount(next.amount);
    onChange(null); // what was shown belongs to the figure before
    report(next);
  }
  const max = kind === "set" || unit === "amount" ? null : limits[kind];
  const isTooMuch = max !== null && percent !== null && (percent < 1 || percent > max);
  return (
    <div>
      <Radio.Group
        label={t("bulk.budget_kind")}
        value={kind}
        onChange={(value) => set({ kind: kinds.find((one) => one === value) ?? "more" })}
      >
        <Group mt="xs">
          {kinds.map((value) => (
            <Radio key={value} color="palm" value={value} label={t(`bulk.budget_kinds.${value}`)} />
          ))}
        </Group>
      </Radio.Group>
      {kind === "set" ? null : (
        <Radio.Group
          mt="sm"
          label={t("bulk.unit")}
          value={unit}
          onChange={(value) => set({ unit: units.find((one) => one === value) ?? "percent" })}
        >
          <Group mt="xs">
            {units.map((value) => (
              <Radio key={value} color="palm" value={value} label={t(`bulk.units.${value}`)} />
            ))}
          </Group>
        </Radio.Group>
      )}
      {max === null ? (
        <MoneyField
          mt="sm"
          label={t(kind === "set" ? "campaigns:columns.budget" : "bulk.amount")}
          value={amount}
          onChange={(typed) => set({ amount: typed })}
          data-autofocus
        />
      ) : (
        <NumberField
          mt="sm"
          label={t("bulk.percent")}
          rightSection="%"
          value={percent}
          error={isTooMuch ? t("bulk.percent_limits", { max }) : undefined}
          onChange={(typed) => set({ percent: typed })}
          data-autofocus
        />
      )}
    </div>
  );
}

type Typed = { kind: Kind; unit: Unit; percent: number | null; amount: number | null };

/** Null while nothing valid is typed. */
function toBody(ids: string[], { kind, unit, percent, amount }: Typed): BulkBody | null {
  const toBudget = (change: BudgetChange): BulkBody => ({ action: "budget", ids, change });
  const isAmount = amount !== null && amount > 0;
  if (kind === "set")
    return isAmount ? toBudget({ kind: "set", daily_budget_halalas: halalas(amount) }) : null;
  const sign = kind === "more" ? 1 : -1;
  if (unit === "amount")
    return isAmount ? toBudget({ kind: "amount", change_halalas: halalas(sign * amount) }) : null;
  if (percent === null || percent < 1 || percent > limits[kind]) return null;
  return toBudget({ kind: "percent", basis_points: sign * percent * 100 });
}
