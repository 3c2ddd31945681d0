import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { LinkForm } from "./links/link-form.tsx";
import type { LinkBody } from "./links/link-values.ts";
import { useLinkOptions } from "./tracking.queries.ts";
import { call } from "./tracking-calls.ts";

/** Makes a link by hand, then shows it. */
export function MakeLinkPage() {
  const { t } = useTranslation("tracking_links");
  const navigate = useNavigate();
  const key = useIdempotencyKey("tracking.create");
  const options = useLinkOptions();
  const make = async (body: LinkBody) => {
    const idempotencyKey = key.for(body);
    const { id } = await call("POST Clients/Tracking/create", { body, idempotencyKey, quiet: true });
    key.done();
    notify(t("made"), "success");
    await navigate({ to: "/tracking/$id", params: { id }, replace: true });
  };
  return (
    <>
      <PageHeader title={t("make")} lead={t("make_lead")} />
      <Card>
        <QueryBoundary query={options} fallback={<SkeletonRows count={5} />}>
          {(options) => <LinkForm link={null} options={options} onSend={make} />}
        </QueryBoundary>
      </Card>
    </>
  );
}
