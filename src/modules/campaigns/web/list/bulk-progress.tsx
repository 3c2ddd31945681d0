import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isFinished } from "#base/shared/operation-statuses.ts";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { OperationProgress } from "#base/web/kit/operation-progress.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { type BulkAction, bulkActions } from "../../contract/enums.ts";

type Props = {
  id: string;
  /** It was started on this screen just now. */
  isNew: boolean;
  onUndo: (undo: OperationRow) => void;
  onClose: () => void;
};

/** What each act is called while it goes on and when it has ended. */
const words = {
  pause: { doing: "pausing", done: "paused" },
  start: { doing: "starting", done: "started" },
  archive: { doing: "archiving", done: "archived" },
  delete: { doing: "deleting", done: "deleted" },
  budget: { doing: "changing_budget", done: "changed_budget" },
  duplicate: { doing: "duplicating", done: "duplicated" },
  take_back: { doing: "taking_back", done: "taken_back" },
} as const;

/** The undo of a pause is a start, and the other way round; that of a copy deletes it. */
const undone = {
  pause: "start",
  start: "pause",
  archive: "archive",
  delete: "delete",
  budget: "budget",
  duplicate: "take_back",
} as const satisfies Record<BulkAction, keyof typeof words>;

/** A bulk change: its progress, its result, and each campaign that was refused with its reason. */
export function BulkProgress(props: Props) {
  const { t } = useTranslation("campaigns_list");
  function title({ kind, undo_of, status, done, total }: OperationRow) {
    const action = bulkActions.find((one) => kind === `campaigns.${one}`) ?? "pause";
    const shown = undo_of === null ? action : undone[action];
    return isFinished({ status })
      ? t(`bulk.${words[shown].done}`, { count: done })
      : t(`bulk.${words[shown].doing}`, { count: total });
  }
  return (
    <OperationProgress
      {...props}
      texts={{
        title,
        failed: (count) => t("bulk.failed", { count }),
        skipped: (count) => t("bulk.skipped", { count }),
        listDone: t("bulk.show_changed"),
      }}
      subject={({ subject, title }) => (
        <Link to="/campaigns/$id" params={{ id: subject }}>
          <UserText>{title ?? subject}</UserText>
        </Link>
      )}
    />
  );
}
