import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { BulkBody } from "../../contract/bulk.ts";
import { campaignsKeys } from "../campaigns.queries.ts";
import { call } from "../campaigns-calls.ts";

/** Changes many campaigns as one operation, once however often the button is pressed. */
export function useBulkAction(onStarted: (operation: OperationRow) => void) {
  const key = useIdempotencyKey("campaigns.bulk");
  return useMutation({
    mutationFn: async (body: BulkBody) => {
      const answer = await call("POST Clients/Campaigns/bulk", { body, idempotencyKey: key.for(body) });
      key.done();
      return answer;
    },
    onSuccess: onStarted,
  });
}

/** What a bulk change would do to each campaign; nothing is asked while there is no change. */
export function usePreview(body: BulkBody | null) {
  const language = useLanguage();
  return useQuery({
    queryKey: campaignsKeys.preview(language, body),
    queryFn: ({ signal }) =>
      body ? call("POST Clients/Campaigns/bulk/preview", { body, signal, quiet: true }) : null,
    enabled: body !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
