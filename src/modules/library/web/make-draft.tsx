import { Button } from "@mantine/core";
import { IconPencilPlus } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { useOpenDraft } from "#modules/campaigns/web/drafts.parts.tsx";
import type { LibraryItem } from "../contract/library-shapes.ts";
import classes from "./library.module.css";
import { call } from "./library-calls.ts";
import { hasStructure } from "./structure-list.tsx";

/** Carries the item's structure into a draft of a new plan and opens it in the campaign form. */
export function MakeDraft({ item, isShort = false }: { item: LibraryItem; isShort?: boolean }) {
  const { t } = useTranslation("library");
  const key = useIdempotencyKey(`library.draft.${item.id}`);
  const open = useOpenDraft();
  const make = useMutation({
    mutationFn: () =>
      call("POST Clients/AdsLibrary/items/{id}/draft", {
        params: { id: item.id },
        idempotencyKey: key.for(item.structure),
      }),
    onSuccess: ({ draft_id }) => {
      key.done();
      open.mutate(draft_id);
    },
  });
  const mayDraft = holdsAbility("library", "manage") && holdsAbility("campaign", "manage");
  if (!mayDraft || !hasStructure(item)) return null;
  return (
    <div className={classes.draft}>
      <Button
        color="clay"
        leftSection={<IconPencilPlus size={18} aria-hidden />}
        loading={make.isPending || open.isPending}
        onClick={() => make.mutate()}
      >
        {t("draft.make")}
      </Button>
      {isShort ? null : <p className={classes.small}>{t("draft.words")}</p>}
    </div>
  );
}
