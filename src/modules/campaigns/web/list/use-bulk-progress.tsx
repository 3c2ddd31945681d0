import { useState } from "react";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { useTrackedOperation } from "#base/web/data/operations.queries.ts";
import { BulkProgress } from "./bulk-progress.tsx";

/** The bulk operation that was started last, until it is closed; its undo takes its place. */
export function useBulkProgress() {
  const { id, track } = useTrackedOperation("campaigns");
  const [isNew, setNew] = useState(false);
  function show(operation: OperationRow) {
    setNew(true);
    track(operation);
  }
  return {
    show,
    progress: id ? <BulkProgress id={id} isNew={isNew} onUndo={show} onClose={() => track(null)} /> : null,
  };
}
