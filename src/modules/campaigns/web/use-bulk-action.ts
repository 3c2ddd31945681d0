import { useMutation } from "@tanstack/react-query";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import type { BulkAction } from "../contract/enums.ts";
import { call } from "./campaigns-calls.ts";

/** Pauses or starts many campaigns as one operation, once however often the button is pressed. */
export function useBulkAction(onStarted: (operation: OperationRow) => void) {
  const key = useIdempotencyKey("campaigns.bulk");
  return useMutation({
    mutationFn: async (body: { action: BulkAction; ids: string[] }) => {
      const answer = await call("POST Clients/Campaigns/bulk", { body, idempotencyKey: key.for(body) });
      key.done();
      return answer;
    },
    onSuccess: onStarted,
  });
}
