import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useEffect, useEffectEvent } from "react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import { getDirection, useLanguage } from "#base/web/runtime/preferences.ts";
import type { LibraryItem } from "../contract/library-shapes.ts";
import { ItemDetails } from "./item-details.tsx";
import { ItemMedia } from "./item-media.tsx";
import classes from "./library.module.css";
import type { Address } from "./library-address.ts";

type Props = {
  address: Address;
  items: readonly LibraryItem[];
  /** Loads the next page; null at the end. */
  onMore: (() => void) | null;
};

/** One item at a time, large; the arrow keys lead to the next and the previous one. */
export function LargeView({ address, items, onMore }: Props) {
  const { t } = useTranslation("library");
  const found = items.findIndex(({ id }) => id === address.item);
  const at = Math.max(0, found);
  const item = items[at];
  const isNearEnd = at >= items.length - 3;
  const loadMore = useEffectEvent(() => onMore?.());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page of few items may leave the end near
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, items.length]);
  const move = (step: number) => {
    const next = items[at + step];
    if (next) address.showItem(next.id);
  };
  useArrowKeys(move);
  if (!item) return null;
  return (
    <section className={classes.largeView} aria-label={item.title}>
      <div className={classes.largeHead}>
        <MoveButton label={t("large.previous")} isDisabled={at === 0} onClick={() => move(-1)} isBack />
        <div className={classes.largeTitle}>
          <h2>
            <UserText>{item.title}</UserText>
          </h2>
          <span className={classes.small}>
            {t("large.place", { at: at + 1, count: items.length })}
            {onMore ? "+" : ""}
          </span>
        </div>
        <MoveButton label={t("large.next")} isDisabled={at === items.length - 1} onClick={() => move(1)} />
      </div>
      <div className={classes.item}>
        <ItemMedia item={item} />
        <ItemDetails key={item.id} item={item} />
      </div>
    </section>
  );
}

type MoveProps = { label: string; isDisabled: boolean; isBack?: boolean; onClick: () => void };

function MoveButton({ label, isDisabled, isBack = false, onClick }: MoveProps) {
  const isRtl = getDirection(useLanguage()) === "rtl";
  const Icon = isBack === isRtl ? IconChevronRight : IconChevronLeft;
  return (
    <ActionIcon size={48} variant="default" aria-label={label} disabled={isDisabled} onClick={onClick}>
      <Icon size={24} aria-hidden />
    </ActionIcon>
  );
}

/** Left and right as the page reads; keys typed into a field stay there. */
function useArrowKeys(move: (step: number) => void): void {
  const isRtl = getDirection(useLanguage()) === "rtl";
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof Element &&
      event.target.closest("input, textarea, select, video, [role=combobox]") !== null;
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowLeft") move(isRtl ? 1 : -1);
    if (event.key === "ArrowRight") move(isRtl ? -1 : 1);
  });
  useEffect(() => {
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
