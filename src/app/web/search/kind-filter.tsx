import { useTranslation } from "react-i18next";
import { type SearchKind, searchKindNames } from "#modules/search/contract/search-kinds.ts";
import { holdsKind } from "#modules/search/web/found-links.ts";
import classes from "./search.module.css";

type Props = { kind: SearchKind | undefined; onChoose: (kind: SearchKind | undefined) => void };

/** All kinds, or one of those that this person may see. */
export function KindFilter({ kind, onChoose }: Props) {
  const { t } = useTranslation("search");
  const kinds = searchKindNames.filter(holdsKind);
  return (
    <fieldset className={classes.filter}>
      <legend className="visually-hidden">{t("filter")}</legend>
      {[undefined, ...kinds].map((name) => (
        <label key={name ?? "all"} className={classes.choice}>
          <input type="radio" name="kind" checked={kind === name} onChange={() => onChoose(name)} />
          <span>{name ? t(`kinds.${name}`) : t("all")}</span>
        </label>
      ))}
    </fieldset>
  );
}
