import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { Money } from "#base/web/kit/money.tsx";
import type { BulkAction } from "../contract/enums.ts";
import type { CampaignRow } from "../contract/shapes.ts";
import { MissingFundsNote } from "./missing-funds-note.tsx";
import { useReserveGrowth } from "./use-missing-funds.ts";

type Props = {
  /** What is to be confirmed; null while nothing is. */
  action: BulkAction | null;
  rows: readonly CampaignRow[];
  busy: boolean;
  onConfirm: (action: BulkAction) => void;
  onClose: () => void;
};

/** Says how many campaigns, and what starting them holds back in the wallet. */
export function BulkDialog({ action, rows, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("campaigns");
  const shown = action ?? "pause";
  return (
    <ConfirmDialog
      opened={action !== null}
      title={t(`bulk.ask_${shown}`, { count: rows.length })}
      confirm={t(shown === "pause" ? "actions.pause" : "bulk.start")}
      busy={busy}
      onClose={onClose}
      onConfirm={() => onConfirm(shown)}
    >
      <p>{t(`bulk.${shown}_words`)}</p>
      {action === "start" ? <HeldNote rows={rows} /> : null}
    </ConfirmDialog>
  );
}

/** A bulk start starts what never ran, and runs again what was paused. */
const canRun = ({ allowed_actions }: CampaignRow) =>
  allowed_actions.some((action) => action === "start" || action === "relaunch");

/** The reserve of those that would start, and what is missing of it. The server decides, one campaign after another. */
function HeldNote({ rows }: { rows: readonly CampaignRow[] }) {
  const { t } = useTranslation("campaigns");
  const money = useReserveGrowth(rows.filter(canRun));
  if (!money) return null;
  return (
    <>
      <p>
        {t("form.reserve")}: <Money halalas={money.needed} />
      </p>
      {money.missingFunds ? (
        <>
          <MissingFundsNote missingFunds={money.missingFunds} />
          <p>{t("bulk.covers_some")}</p>
        </>
      ) : null}
    </>
  );
}
