import { ActionIcon } from "@mantine/core";
import { IconColumns2, IconColumns3Filled } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { Figure, UserLine } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { LibraryItem } from "../contract/library-shapes.ts";
import { ItemPicture } from "./item-media.tsx";
import classes from "./library.module.css";
import type { Address } from "./library-address.ts";
import { compareMax } from "./library-address.ts";
import { useValueNames } from "./use-value-names.ts";

type Props = { address: Address; items: readonly LibraryItem[]; isOld: boolean };

/** Cards that open an item; a mark chooses it for the view side by side. */
export function ItemGrid({ address, items, isOld }: Props) {
  const { t } = useTranslation("library");
  return (
    <>
      <ul className={classes.grid} aria-busy={isOld} aria-label={t("title")}>
        {items.map((item) => (
          <li key={item.id} className={classes.cell}>
            <ItemCard item={item} address={address} />
          </li>
        ))}
      </ul>
      <Chosen address={address} />
    </>
  );
}

function ItemCard({ item, address }: { item: LibraryItem; address: Address }) {
  const { t } = useTranslation("library");
  const toName = useValueNames();
  const { title, results, platform, style, season, sector } = item;
  const facts = [
    ...(season ? [toName("season", season)] : []),
    ...(style ? [toName("style", style)] : []),
    ...(sector && item.source === "library" ? [toName("sector", sector)] : []),
  ];
  return (
    <article className={classes.card}>
      <button
        type="button"
        className={classes.open}
        aria-label={t("open_of", { title })}
        onClick={() => address.openItem(item.id)}
      >
        <ItemPicture item={item} />
      </button>
      <CompareMark item={item} address={address} />
      <div className={classes.about}>
        <div className={classes.nameRow}>
          {platform ? (
            <PlatformIcon platform={platform} size={28} label={toName("platform", platform)} />
          ) : null}
          <strong className={classes.name}>
            <UserLine>{title}</UserLine>
          </strong>
        </div>
        {results ? (
          <StatusBadge tone="good">
            <Figure value={results.roas_delivered} decimals={2} after="×" /> ·{" "}
            {t("results.days_value", { count: results.days_run })}
          </StatusBadge>
        ) : (
          <span className={classes.small}>{[toName("type", item.type), ...facts].join(" · ")}</span>
        )}
      </div>
    </article>
  );
}

function CompareMark({ item: { id, title }, address }: { item: LibraryItem; address: Address }) {
  const { t } = useTranslation("library");
  const { compare, setCompare } = address;
  const isChosen = compare.includes(id);
  const toggle = () => {
    if (!isChosen && compare.length >= compareMax) return notify(t("compare.full"), "info");
    setCompare(isChosen ? compare.filter((one) => one !== id) : [...compare, id]);
  };
  return (
    <ActionIcon
      className={classes.mark ?? ""}
      size={44}
      variant={isChosen ? "filled" : "default"}
      aria-pressed={isChosen}
      aria-label={t(isChosen ? "remove_compare" : "add_compare", { title })}
      onClick={toggle}
    >
      {isChosen ? <IconColumns3Filled size={20} aria-hidden /> : <IconColumns2 size={20} aria-hidden />}
    </ActionIcon>
  );
}

/** The bar under the grid once something is chosen. */
function Chosen({ address: { compare, setCompare, setView } }: { address: Address }) {
  const { t } = useTranslation("library");
  if (compare.length === 0) return null;
  return (
    <div className={classes.chosen} role="status">
      <span>{t("compare.chosen", { count: compare.length })}</span>
      <button type="button" disabled={compare.length < 2} onClick={() => setView("compare")}>
        {t("compare.show")}
      </button>
      <button type="button" onClick={() => setCompare([])}>
        {t("compare.clear")}
      </button>
    </div>
  );
}
