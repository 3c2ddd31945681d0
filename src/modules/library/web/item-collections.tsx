import { Button, Checkbox } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import type { LibraryItem } from "../contract/library-shapes.ts";
import { CollectionForm } from "./collection-form.tsx";
import classes from "./library.module.css";
import { collectionsQuery } from "./library.queries.ts";
import { useCollect, useCreateCollection } from "./use-collections.ts";

/** The collections that the item is in; a new one takes it at once. */
export function ItemCollections({ item }: { item: LibraryItem }) {
  const { t } = useTranslation("library");
  const collections = useQuery(collectionsQuery).data?.items ?? [];
  const [isNew, setNew] = useState(false);
  const collect = useCollect();
  const create = useCreateCollection();
  const addTo = (name: string) =>
    create.mutate(name, {
      onSuccess: ({ id }) => {
        collect.mutate({ id, itemId: item.id, isIn: true });
        setNew(false);
      },
    });
  return (
    <section className={classes.part}>
      <h3>{t("collections.label")}</h3>
      {collections.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={<UserText>{name}</UserText>}
          checked={item.collection_ids.includes(id)}
          disabled={collect.isPending}
          onChange={(event) => collect.mutate({ id, itemId: item.id, isIn: event.currentTarget.checked })}
        />
      ))}
      {isNew ? (
        <CollectionForm
          submit={t("collections.create")}
          isSending={create.isPending}
          onSubmit={addTo}
          onCancel={() => setNew(false)}
        />
      ) : (
        <div>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={18} aria-hidden />}
            onClick={() => setNew(true)}
          >
            {t("collections.new")}
          </Button>
        </div>
      )}
    </section>
  );
}
