import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { LinkForm } from "./links/link-form.tsx";
import { call } from "./tracking-calls.ts";

/** Makes a link by hand, then shows it. */
export function MakeLinkPage() {
  const { t } = useTranslation("tracking_links");
  const navigate = useNavigate();
  const key = useIdempotencyKey("tracking.create");
  return (
    <>
      <PageHeader title={t("make")} lead={t("make_lead")} />
      <Card>
        <LinkForm
          link={null}
          onSend={async (body) => {
            const idempotencyKey = key.for(body);
            const { id } = await call("POST Clients/Tracking/create", { body, idempotencyKey, quiet: true });
            key.done();
            notify(t("made"), "success");
            await navigate({ to: "/tracking/$id", params: { id }, replace: true });
          }}
        />
      </Card>
    </>
  );
}
