import { Button, Group, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { ErrorState } from "#base/web/kit/states.tsx";
import type { BulkBody, BulkPreview } from "../../contract/bulk.ts";
import { type BulkAction, bulkStatusActions, duplicateMax } from "../../contract/enums.ts";
import type { ListRow } from "../../contract/list.ts";
import { MissingFundsNote } from "../missing-funds-note.tsx";
import { useReserveGrowth } from "../use-missing-funds.ts";
import { BudgetChoice } from "./budget-choice.tsx";
import { BulkPreviewList } from "./bulk-preview-list.tsx";
import { DuplicateChoice } from "./duplicate-choice.tsx";
import { useBulkAction, usePreview } from "./use-bulk-action.ts";

type Props = {
  /** What is to be confirmed; null while nothing is. */
  action: BulkAction | null;
  rows: readonly ListRow[];
  onStarted: (operation: OperationRow) => void;
  onClose: () => void;
};

/** Asks how, shows what becomes of each campaign, and begins. */
export function BulkDialog({ action, rows, onStarted, onClose }: Props) {
  const { t } = useTranslation(["campaigns_list", "base"]);
  return (
    <Modal
      opened={action !== null}
      onClose={onClose}
      size="lg"
      title={<strong>{action ? t(`bulk.ask_${action}`, { count: rows.length }) : null}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      {action ? <BulkForm key={action} {...{ action, rows, onStarted, onClose }} /> : null}
    </Modal>
  );
}

function BulkForm({ action, rows, onStarted, onClose }: Props & { action: BulkAction }) {
  const { t } = useTranslation(["campaigns_list", "campaigns", "base"]);
  const ids = rows.map(({ id }) => id);
  const [body, setBody] = useState<BulkBody | null>(() => toPlainBody(action, ids));
  const preview = usePreview(body);
  const act = useBulkAction(onStarted);
  // While another change is looked at, what was shown of the same act stays; that of another act does not.
  const found = body && preview.data?.action === body.action ? preview.data : null;
  const willChange = found?.items.some(({ problem }) => problem === null) ?? false;
  if (action === "duplicate" && ids.length > duplicateMax)
    return <p>{t("bulk.duplicate_full", { max: duplicateMax })}</p>;
  return (
    <>
      {action === "budget" ? <BudgetChoice ids={ids} onChange={setBody} /> : null}
      {action === "duplicate" ? <DuplicateChoice ids={ids} onChange={setBody} /> : null}
      <p>{t(`bulk.${action}_words`)}</p>
      {preview.isError ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : found ? (
        <BulkPreviewList preview={found} isBusy={preview.isPlaceholderData} />
      ) : null}
      {action === "start" ? <HeldNote rows={toStarting(rows, found)} /> : null}
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("base:cancel")}
        </Button>
        <Button
          color={action === "delete" ? "bad" : "palm"}
          loading={act.isPending}
          disabled={!body || (found !== null && !willChange)}
          onClick={() => body && act.mutate(body)}
        >
          {t(action === "start" ? "bulk.start" : toConfirm(action))}
        </Button>
      </Group>
    </>
  );
}

/** A change of status needs no further choice, and copies stay where their originals are unless another place is chosen. */
function toPlainBody(action: BulkAction, ids: string[]): BulkBody | null {
  if (action === "duplicate") return ids.length > duplicateMax ? null : { action, ids, target: null };
  const status = bulkStatusActions.find((one) => one === action);
  return status ? { action: status, ids } : null;
}

const toConfirm = (action: Exclude<BulkAction, "start">) =>
  action === "budget" || action === "duplicate"
    ? (`bulk.do_${action}` as const)
    : (`campaigns:actions.${action}` as const);

/** Those that would start; before the preview has come, those whose actions allow it. */
function toStarting(rows: readonly ListRow[], preview: BulkPreview | null): readonly ListRow[] {
  const starting = new Set(preview?.items.filter(({ problem }) => problem === null).map(({ id }) => id));
  const canRun = ({ allowed_actions }: ListRow) =>
    allowed_actions.some((action) => action === "start" || action === "relaunch");
  return rows.filter((row) => canRun(row) && (preview === null || starting.has(row.id)));
}

/** What is missing of the reserve of those that would start. The server decides, one campaign after another. */
function HeldNote({ rows }: { rows: readonly ListRow[] }) {
  const { t } = useTranslation("campaigns_list");
  const money = useReserveGrowth(rows);
  if (!money?.missingFunds) return null;
  return (
    <>
      <MissingFundsNote missingFunds={money.missingFunds} />
      <p>{t("bulk.covers_some")}</p>
    </>
  );
}
