import { ActionIcon } from "@mantine/core";
import { IconCheck, IconPencil, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { MoneyField } from "#base/web/forms/fields.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { checkBudget } from "../../contract/check-campaign.ts";
import { computeMaxCostToday } from "../../contract/cost.ts";
import type { ListRow } from "../../contract/list.ts";
import { useCampaignAction } from "../use-campaign-action.ts";
import { useAccountFacts } from "../use-choices.ts";
import { toCostFacts } from "../use-missing-funds.ts";
import { Riyals } from "./amounts.tsx";
import classes from "./budget-cell.module.css";
import { useSetBudget } from "./use-set-budget.ts";

/** A campaign's daily budget, changed in its own place; what was set on the platform itself stands beneath. */
export function BudgetCell({ row, perDay = false }: { row: ListRow; perDay?: boolean }) {
  const { t } = useTranslation("campaigns_list");
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  const isClosed = row.status === "archived" || row.status === "deleted" || !isAllowed("campaign", "manage");
  if (isOpen) return <BudgetEdit row={row} onClose={close} />;
  if (isClosed) return <Budget halalas={row.daily_budget_halalas} />;
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={perDay ? classes.pill : classes.value}
        onClick={() => setOpen(true)}
      >
        <span className="visually-hidden">{t("change_budget_of", { name: row.name })}</span>
        {perDay ? (
          <Money halalas={row.daily_budget_halalas} whole />
        ) : (
          <Budget halalas={row.daily_budget_halalas} />
        )}
        {perDay ? <span>{t("per_day")}</span> : null}
        <IconPencil size={15} aria-hidden />
      </button>
      {perDay ? null : <BudgetDrift row={row} />}
    </>
  );
}

/** The budget somebody set on the platform, and one tap that puts ours back. */
export function BudgetDrift({ row }: { row: ListRow }) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const act = useCampaignAction();
  if (row.drift_daily_budget_halalas === null) return null;
  return (
    <span className={classes.drift}>
      {t("on_platform", { platform: t(`campaigns:platform_names.${row.platform}`) })}{" "}
      <Riyals halalas={row.drift_daily_budget_halalas} />
      <button
        type="button"
        className={classes.align}
        disabled={act.isPending}
        onClick={() => act.mutate({ id: row.id, act: "retry" })}
      >
        {t("align")}
      </button>
    </span>
  );
}

/** Enter saves, Escape leaves it as it was; the most that today can cost is said before. */
function BudgetEdit({ row, onClose }: { row: ListRow; onClose: () => void }) {
  const { t } = useTranslation(["campaigns_list", "campaigns", "base"]);
  const [budget, setBudget] = useState<number | null>(row.daily_budget_halalas);
  const save = useSetBudget(onClose);
  const limits = getCapabilities(row.platform, row.placements);
  const { currency } = useAccountFacts(row.ad_account_id);
  const [problem] = budget === null || !limits ? [] : checkBudget(budget, limits, currency);
  const refused = isApiError(save.error) ? save.error.message : undefined;
  const error = problem ? t(problem.code.replace(".", ":"), problem.params) : refused;
  function submit() {
    if (budget === null || problem) return;
    if (budget === row.daily_budget_halalas) onClose();
    else save.mutate({ id: row.id, budget, before: row.daily_budget_halalas });
  }
  return (
    <form
      className={classes.edit}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <div className={classes.line}>
        <MoneyField
          className={classes.field ?? ""}
          aria-label={t("budget_of", { name: row.name })}
          value={budget}
          error={error}
          onChange={setBudget}
          autoFocus
        />
        <ActionIcon
          type="submit"
          size="xl"
          color="palm"
          loading={save.isPending}
          aria-label={t("campaigns:actions.save")}
        >
          <IconCheck size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" size="xl" aria-label={t("keep_budget")} onClick={onClose}>
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </div>
      {error ? null : <MostToday row={row} budget={budget ?? 0} />}
    </form>
  );
}

function MostToday({ row, budget }: { row: ListRow; budget: number }) {
  const { t } = useTranslation("campaigns_list");
  const now = useNow();
  const starts_at = row.starts_at_once ? null : row.starts_at;
  const facts = toCostFacts({ ...row, starts_at, daily_budget_halalas: budget }, now);
  if (!facts) return null;
  return (
    <small className={classes.most}>
      {t("most_today")} <Riyals halalas={computeMaxCostToday(facts, now)} />
    </small>
  );
}

/** A budget is read to the halala; a whole one without decimals. */
const Budget = ({ halalas }: { halalas: number }) => (
  <Riyals halalas={halalas} decimals={halalas % 100 !== 0} />
);
