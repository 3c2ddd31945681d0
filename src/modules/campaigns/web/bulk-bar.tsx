import { Button, Checkbox } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { type BulkAction, bulkMax } from "../contract/enums.ts";
import type { CampaignRow } from "../contract/shapes.ts";
import classes from "./bulk-bar.module.css";
import { BulkDialog } from "./bulk-dialog.tsx";
import { useBulkAction } from "./use-bulk-action.ts";
import type { Selection } from "./use-selection.ts";

type Props = {
  selection: Selection;
  /** The rows of this page. */
  shown: readonly CampaignRow[];
  onStarted: (operation: OperationRow) => void;
};

/** Selects the page, and while anything is selected says how many and offers what can be done to all of them. */
export function BulkBar({ selection, shown, onStarted }: Props) {
  const { t } = useTranslation("campaigns");
  const [pending, setPending] = useState<BulkAction | null>(null);
  const act = useBulkAction((operation) => {
    setPending(null);
    selection.clear();
    onStarted(operation);
  });
  const count = selection.rows.length;
  const onPage = shown.filter(({ id }) => selection.has(id)).length;
  const isWhole = shown.length > 0 && onPage === shown.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row everywhere
    <div role="group" aria-label={t("bulk.group")} className={classes.bar} data-selected={count > 0}>
      <Checkbox
        aria-label={t("bulk.select_page")}
        label={count > 0 ? undefined : t("bulk.select_page")}
        checked={isWhole}
        indeterminate={onPage > 0 && !isWhole}
        onChange={() => selection.set(shown, !isWhole)}
      />
      <p role="status" className={classes.count}>
        {count > 0 ? t("bulk.selected", { count }) : null}
      </p>
      {selection.isFull ? <span>{t("bulk.full", { max: bulkMax })}</span> : null}
      {count > 0 ? (
        <div className={classes.actions}>
          <Button
            variant="default"
            leftSection={<IconPlayerPause size={18} aria-hidden />}
            onClick={() => setPending("pause")}
          >
            {t("actions.pause")}
          </Button>
          <Button
            color="clay"
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            onClick={() => setPending("start")}
          >
            {t("bulk.start")}
          </Button>
          <Button variant="subtle" onClick={selection.clear}>
            {t("bulk.clear")}
          </Button>
        </div>
      ) : null}
      <BulkDialog
        action={pending}
        rows={selection.rows}
        busy={act.isPending}
        onClose={() => setPending(null)}
        onConfirm={(action) => act.mutate({ action, ids: selection.rows.map(({ id }) => id) })}
      />
    </div>
  );
}
