import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  IconArchive,
  IconCoins,
  IconCopy,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconX,
} from "@tabler/icons-react";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { type BulkAction, bulkMax } from "../../contract/enums.ts";
import classes from "./bulk-bar.module.css";
import type { ListState } from "./list-state.ts";
import { useSelectAll } from "./use-select-all.ts";
import type { Selection } from "./use-selection.ts";

const BulkDialog = lazy(async () => ({ default: (await import("./bulk-dialog.tsx")).BulkDialog }));

type Props = {
  state: ListState;
  /** How many campaigns the list finds on all its pages. */
  total: number;
  selection: Selection;
  onStarted: (operation: OperationRow) => void;
};

/** While anything is selected: how many, and what can be done to all of them. */
export function BulkBar({ state, total, selection, onStarted }: Props) {
  const { t } = useTranslation("campaigns_list");
  const [pending, setPending] = useState<BulkAction | null>(null);
  const selectAll = useSelectAll(state, selection);
  const count = selection.rows.length;
  const most = Math.min(total, bulkMax);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex row everywhere */}
      <div role="group" aria-label={t("bulk.group")} className={classes.bar} data-empty={count === 0}>
        {/* It is there before anything is selected, so that the first number is read out too. */}
        <p role="status" className={classes.count}>
          {count > 0 ? t("bulk.selected", { count }) : null}
        </p>
        {selection.isPage && count < most ? (
          <Button variant="subtle" loading={selectAll.isPending} onClick={() => selectAll.mutate()}>
            {t(most < total ? "bulk.select_first" : "bulk.select_all", { total: most })}
          </Button>
        ) : null}
        {selection.isFull ? <span>{t("bulk.full", { max: bulkMax })}</span> : null}
        {count > 0 ? (
          <>
            <Acts onAct={setPending} />
            <ActionIcon variant="subtle" size="xl" aria-label={t("bulk.clear")} onClick={selection.clear}>
              <IconX size={20} aria-hidden />
            </ActionIcon>
          </>
        ) : null}
      </div>
      {/* Loaded with the first selection, so that it opens at once. */}
      <LazyDialog opened={count > 0}>
        <BulkDialog
          action={pending}
          rows={selection.rows}
          onClose={() => setPending(null)}
          onStarted={(operation) => {
            setPending(null);
            selection.clear();
            onStarted(operation);
          }}
        />
      </LazyDialog>
    </>
  );
}

/** The most common acts are buttons; on a phone the others are in a menu. */
function Acts({ onAct }: { onAct: (action: BulkAction) => void }) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const isWide = useIsAtLeast("desktop");
  const further = [
    { action: "duplicate", icon: IconCopy, label: t("duplicate") },
    { action: "archive", icon: IconArchive, label: t("campaigns:actions.archive") },
    { action: "delete", icon: IconTrash, label: t("campaigns:actions.delete") },
  ] as const;
  return (
    <div className={classes.actions}>
      <Button
        variant="white"
        color="dark"
        leftSection={<IconCoins size={18} aria-hidden />}
        onClick={() => onAct("budget")}
      >
        {t("bulk.budget")}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlayerPause size={18} aria-hidden />}
        onClick={() => onAct("pause")}
      >
        {t("campaigns:actions.pause")}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        onClick={() => onAct("start")}
      >
        {t("bulk.start")}
      </Button>
      {isWide ? (
        further.map(({ action, icon: Icon, label }) => (
          <Button
            key={action}
            variant="default"
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => onAct(action)}
          >
            {label}
          </Button>
        ))
      ) : (
        <Menu position="top-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size="xl" aria-label={t("bulk.more")}>
              <IconDots size={20} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {further.map(({ action, icon: Icon, label }) => (
              <Menu.Item
                key={action}
                leftSection={<Icon size={18} aria-hidden />}
                onClick={() => onAct(action)}
              >
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}
