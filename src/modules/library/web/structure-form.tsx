import { Button, Select } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import {
  type AdStructure,
  hookKinds,
  offerKinds,
  proofKinds,
} from "#modules/campaigns/contract/ad-structure.ts";
import type { LibraryItem } from "../contract/library-shapes.ts";
import classes from "./library.module.css";
import { libraryKeys } from "./library.queries.ts";
import { call } from "./library-calls.ts";
import { hasStructure } from "./structure-list.tsx";

const lists = { hook: hookKinds, proof: proofKinds, offer: offerKinds } as const;
const parts = ["hook", "proof", "offer"] as const;

/** The merchant says how one of their own winners is built, so that a draft can follow it. */
export function StructureForm({ item }: { item: LibraryItem }) {
  const { t } = useTranslation(["library", "campaigns"]);
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(!hasStructure(item));
  const [structure, setStructure] = useState<AdStructure>(item.structure);
  const save = useMutation({
    mutationFn: () =>
      call("PUT Clients/AdsLibrary/items/{id}/structure", { params: { id: item.id }, body: structure }),
    async onSuccess() {
      notify(t("library:structure.saved"), "success");
      setOpen(false);
      await client.invalidateQueries({ queryKey: libraryKeys.items });
    },
  });
  if (!isOpen)
    return (
      <div>
        <Button variant="subtle" onClick={() => setOpen(true)}>
          {t("library:structure.edit")}
        </Button>
      </div>
    );
  return (
    <form
      className={classes.form}
      aria-label={t("library:structure.describe")}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <p className={classes.small}>{t("library:structure.describe_words")}</p>
      <div className={classes.choices}>
        {parts.map((part) => (
          <Select
            key={part}
            label={t(`library:structure.${part}`)}
            placeholder={t("library:structure.none")}
            clearable
            data={lists[part].map((value) => ({
              value,
              label: t(`campaigns:structure.${part}s.${value}`),
            }))}
            value={structure[part]}
            onChange={(value) => setStructure({ ...structure, [part]: value })}
          />
        ))}
      </div>
      <div>
        <Button
          type="submit"
          variant="default"
          loading={save.isPending}
          disabled={parts.every((part) => structure[part] === item.structure[part])}
        >
          {t("library:structure.save")}
        </Button>
      </div>
    </form>
  );
}
