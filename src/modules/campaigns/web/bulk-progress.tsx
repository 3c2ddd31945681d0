import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { isFinished } from "#base/shared/operation-statuses.ts";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { OperationProgress } from "#base/web/kit/operation-progress.tsx";
import { UserText } from "#base/web/kit/text.tsx";

type Props = {
  id: string;
  /** It was started on this screen just now. */
  isNew: boolean;
  onUndo: (undo: OperationRow) => void;
  onClose: () => void;
};

/** A bulk pause or start: its progress, its result, and each campaign that was refused with its reason. */
export function BulkProgress(props: Props) {
  const { t } = useTranslation("campaigns");
  function title(operation: OperationRow) {
    const isPause = (operation.kind === "campaigns.pause") === (operation.undo_of === null);
    return isFinished(operation)
      ? t(isPause ? "bulk.paused" : "bulk.started", { count: operation.done })
      : t(isPause ? "bulk.pausing" : "bulk.starting", { count: operation.total });
  }
  return (
    <OperationProgress
      {...props}
      texts={{
        title,
        failed: (count) => t("bulk.failed", { count }),
        skipped: (count) => t("bulk.skipped", { count }),
      }}
      subject={({ subject, title }) => (
        <Link to="/campaigns/$id" params={{ id: subject }}>
          <UserText>{title ?? subject}</UserText>
        </Link>
      )}
    />
  );
}
