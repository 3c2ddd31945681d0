import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { toFormData } from "#base/web/data/api.ts";
import { download } from "#base/web/data/download.ts";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { MessageThread, type SentMessage } from "../message-thread.tsx";
import { call, messagesQuery } from "./staff-consultations.queries.ts";

/** Our team's messages with the merchant on an order. */
export function StaffMessages({ id }: { id: string }) {
  const client = useQueryClient();
  const query = useInfiniteQuery(messagesQuery(id));
  const send = async ({ text, client_key, file }: SentMessage) => {
    const body = toFormData({ text, client_key, file });
    await call("POST Staff/ConsultationOrders/{id}/messages", { params: { id }, body, quiet: true });
    await client.invalidateQueries({ queryKey: messagesQuery(id).queryKey });
  };
  const open = (message_id: string) =>
    void download("GET Staff/ConsultationOrders/{id}/messages/{message_id}/file", {
      params: { id, message_id },
    }).catch(() => null);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={2} />}>
      {({ pages }) => (
        <MessageThread
          messages={pages.flatMap((page) => page.items)}
          side="staff"
          onSend={send}
          onOpenFile={open}
          onOlder={query.hasNextPage ? () => void query.fetchNextPage() : null}
        />
      )}
    </QueryBoundary>
  );
}
