import { Button, Chip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Collection } from "../contract/library-shapes.ts";
import { CollectionForm } from "./collection-form.tsx";
import classes from "./library.module.css";
import { collectionsQuery } from "./library.queries.ts";
import type { Address } from "./library-address.ts";
import { useDeleteCollection, useRenameCollection } from "./use-collections.ts";

/** Everything, the merchant's winners, or one of their collections; the chosen one can be renamed and deleted. */
export function CollectionsBar({ address }: { address: Address }) {
  const { t } = useTranslation("library");
  const { filter, setFilter } = address;
  const collections = useQuery(collectionsQuery).data?.items ?? [];
  const chosen = collections.find(({ id }) => id === filter.collection_id);
  const value = filter.collection_id ?? filter.source ?? "all";
  const choose = (next: string) => {
    const isSource = next === "own" || next === "library";
    setFilter({
      source: isSource ? next : undefined,
      collection_id: next === "all" || isSource ? undefined : next,
    });
  };
  return (
    <div className={classes.collections}>
      <Chip.Group value={value} onChange={choose}>
        <fieldset className={classes.chips} aria-label={t("collections.title")}>
          <Chip value="all">{t("all")}</Chip>
          <Chip value="own">{t("own")}</Chip>
          {collections.map(({ id, name, items }) => (
            <Chip key={id} value={id}>
              <UserText>{name}</UserText> · <Figure value={items} />
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
      {chosen && holdsAbility("library", "manage") ? (
        <Manage key={chosen.id} collection={chosen} onDeleted={() => choose("all")} />
      ) : null}
    </div>
  );
}

function Manage({ collection, onDeleted }: { collection: Collection; onDeleted: () => void }) {
  const { t } = useTranslation("library");
  const { id, name } = collection;
  const [doing, setDoing] = useState<"rename" | "delete" | null>(null);
  const rename = useRenameCollection();
  const remove = useDeleteCollection();
  const stop = () => setDoing(null);
  const renameTo = (next: string) =>
    rename.mutate(
      { id, name: next },
      {
        onSuccess: () => {
          notify(t("collections.renamed"), "success");
          stop();
        },
      },
    );
  const confirm = () =>
    remove.mutate(id, {
      onSuccess: () => {
        notify(t("collections.deleted"), "success");
        onDeleted();
      },
    });
  if (doing === "rename")
    return (
      <CollectionForm
        name={name}
        submit={t("collections.save")}
        isSending={rename.isPending}
        onSubmit={renameTo}
        onCancel={stop}
      />
    );
  return (
    <div className={classes.acts}>
      <Button variant="subtle" onClick={() => setDoing("rename")}>
        {t("collections.rename")}
      </Button>
      <Button variant="subtle" color="bad" onClick={() => setDoing("delete")}>
        {t("collections.delete")}
      </Button>
      <ConfirmDialog
        opened={doing === "delete"}
        title={t("collections.delete_ask", { name })}
        confirm={t("collections.delete")}
        danger
        busy={remove.isPending}
        onConfirm={confirm}
        onClose={stop}
      >
        {t("collections.delete_words")}
      </ConfirmDialog>
    </div>
  );
}
