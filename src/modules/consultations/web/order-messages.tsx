import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toFormData } from "#base/web/data/api.ts";
import { download } from "#base/web/data/download.ts";
import { Card } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { call, messagesQuery } from "./consultations.queries.ts";
import { MessageThread, type SentMessage } from "./message-thread.tsx";

/** The merchant's messages with our team on an order. */
export function OrderMessages({ id }: { id: string }) {
  const { t } = useTranslation("consultations");
  const client = useQueryClient();
  const query = useInfiniteQuery(messagesQuery(id));
  const send = async ({ text, client_key, file }: SentMessage) => {
    const body = toFormData({ text, client_key, file });
    await call("POST Clients/ConsultationOrders/{id}/messages", { params: { id }, body, quiet: true });
    await client.invalidateQueries({ queryKey: messagesQuery(id).queryKey });
  };
  const open = (message_id: string) =>
    void download("GET Clients/ConsultationOrders/{id}/messages/{message_id}/file", {
      params: { id, message_id },
    }).catch(() => null);
  return (
    <Card title={t("messages.title")}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={2} />}>
        {({ pages }) => (
          <MessageThread
            messages={pages.flatMap((page) => page.items)}
            side="member"
            onSend={holdsAbility("marketing_consultation", "manage") ? send : null}
            onOpenFile={open}
            onOlder={query.hasNextPage ? () => void query.fetchNextPage() : null}
          />
        )}
      </QueryBoundary>
    </Card>
  );
}
