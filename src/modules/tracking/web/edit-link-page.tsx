import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { LinkForm } from "./links/link-form.tsx";
import type { LinkBody } from "./links/link-values.ts";
import { trackingKeys, useLink, useLinkOptions } from "./tracking.queries.ts";
import { call } from "./tracking-calls.ts";

/** Changes a link made by hand; its address stays. */
export function EditLinkPage() {
  const { t } = useTranslation("tracking_links");
  const { id = "" } = useParams({ strict: false });
  const link = useLink(id);
  const client = useQueryClient();
  const navigate = useNavigate();
  const options = useLinkOptions();
  const save = async (body: LinkBody) => {
    await call("PUT Clients/Tracking/{id}", { params: { id }, body, quiet: true });
    await client.invalidateQueries({ queryKey: trackingKeys.all });
    notify(t("saved"), "success");
    await navigate({ to: "/tracking/$id", params: { id }, replace: true });
  };
  return (
    <>
      <PageHeader title={t("edit")} lead={t("edit_lead")} />
      <Card>
        <QueryBoundary query={link} fallback={<SkeletonRows count={5} />}>
          {(link) => (
            <QueryBoundary query={options} fallback={<SkeletonRows count={5} />}>
              {(options) => <LinkForm link={link} options={options} onSend={save} />}
            </QueryBoundary>
          )}
        </QueryBoundary>
      </Card>
    </>
  );
}
