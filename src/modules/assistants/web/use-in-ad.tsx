import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { useOpenDraft } from "#modules/campaigns/web/drafts.parts.tsx";
import type { Version } from "../contract/writer-shapes.ts";
import { call } from "./writer-calls.ts";

/** Carries the version's texts into a draft of the campaign form, which says what the ad law asks of them. */
export function UseInAd({ version, icon }: { version: Version; icon: ReactNode }) {
  const { t } = useTranslation("assistants");
  const key = useIdempotencyKey(`writer.draft.${version.id}`);
  const open = useOpenDraft();
  const make = useMutation({
    mutationFn: () =>
      call("POST Clients/DigitalWriter/versions/{id}/draft", {
        params: { id: version.id },
        idempotencyKey: key.for({ headline: version.headline, text: version.body }),
      }),
    onSuccess: ({ draft_id }) => {
      key.done();
      open.mutate(draft_id);
    },
  });
  return (
    <Button
      color="clay"
      leftSection={icon}
      loading={make.isPending || open.isPending}
      onClick={() => make.mutate()}
    >
      {t("version.use")}
    </Button>
  );
}
