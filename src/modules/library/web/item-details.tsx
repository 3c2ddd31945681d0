import { useTranslation } from "react-i18next";
import { holdsAbility } from "#base/web/runtime/session.ts";
import type { LibraryItem } from "../contract/library-shapes.ts";
import { ItemCollections } from "./item-collections.tsx";
import { ItemFacts, Results } from "./item-facts.tsx";
import classes from "./library.module.css";
import { MakeDraft } from "./make-draft.tsx";
import { OwnNote } from "./own-note.tsx";
import { StructureForm } from "./structure-form.tsx";
import { StructureList } from "./structure-list.tsx";

/** All about an item: how it is built, what it brought, and the merchant's own note and collections. */
export function ItemDetails({ item }: { item: LibraryItem }) {
  const { t } = useTranslation("library");
  const mayChange = holdsAbility("library", "manage");
  return (
    <div className={classes.details}>
      <section className={classes.part}>
        <h3>{t("structure.title")}</h3>
        <StructureList item={item} />
        {item.source === "own" && mayChange ? <StructureForm key={item.id} item={item} /> : null}
        <MakeDraft item={item} />
      </section>
      {item.results ? (
        <section className={classes.part}>
          <h3>{t("results.title")}</h3>
          <Results results={item.results} />
        </section>
      ) : null}
      <section className={classes.part}>
        <h3>{t("facts.title")}</h3>
        <ItemFacts item={item} />
      </section>
      {mayChange ? (
        <>
          <OwnNote key={item.id} item={item} />
          <ItemCollections item={item} />
        </>
      ) : null}
    </div>
  );
}
