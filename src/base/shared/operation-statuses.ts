/** Apart from the contract, so that the web reads them without its schemas. */

/** `partially_failed`: some items failed and the others did not. `cancelled`: some items were skipped. */
export const operationStatuses = [
  "pending",
  "running",
  "succeeded",
  "partially_failed",
  "failed",
  "cancelling",
  "cancelled",
] as const;
export type OperationStatus = (typeof operationStatuses)[number];

export const operationItemStatuses = ["pending", "succeeded", "failed", "skipped"] as const;
export type OperationItemStatus = (typeof operationItemStatuses)[number];

/** Whether all its items have ended. Shared with the web, which shows progress until then. */
export const isFinished = ({ status }: { status: OperationStatus }): boolean =>
  status !== "pending" && status !== "running" && status !== "cancelling";
