import { ActionIcon, Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import { OneOfField } from "./choices.tsx";
import classes from "./form.module.css";

type Item = { key: string; name: string };
type Props = {
  /** "Ad groups", "Ads". */
  legend: string;
  add: string;
  items: readonly Item[];
  /** The shown one's place. */
  at: number;
  max: number;
  onSelect: (at: number) => void;
  onAdd: () => void;
  onCopy: (key: string) => void;
  onMove: (key: string, by: number) => void;
  onRemove: (key: string) => void;
};

/** Several of one kind, one of them shown: chosen, added, copied, moved and removed here. */
export function ItemBar({ legend, add, items, at, max, onSelect, onAdd, ...acts }: Props) {
  const { t } = useTranslation("campaigns_form");
  const shown = items[at];
  if (!shown) return null;
  const name = shown.name || String(at + 1);
  const isFull = items.length >= max;
  const buttons = [
    { label: "copy", icon: IconCopy, isOff: isFull, act: () => acts.onCopy(shown.key), to: at + 1 },
    {
      label: "move_up",
      icon: IconArrowUp,
      isOff: at === 0,
      act: () => acts.onMove(shown.key, -1),
      to: at - 1,
    },
    {
      label: "move_down",
      icon: IconArrowDown,
      isOff: at === items.length - 1,
      act: () => acts.onMove(shown.key, 1),
      to: at + 1,
    },
    {
      label: "remove",
      icon: IconTrash,
      isOff: items.length < 2,
      act: () => acts.onRemove(shown.key),
      to: Math.max(0, at - 1),
    },
  ] as const;
  return (
    <div className={classes.items}>
      {items.length > 1 ? (
        <OneOfField
          legend={legend}
          value={shown.key}
          onChange={(key) => onSelect(items.findIndex((one) => one.key === key))}
          options={items.map((item, index) => ({
            value: item.key,
            label: <UserText>{item.name || String(index + 1)}</UserText>,
          }))}
        />
      ) : null}
      <div className={classes.itemActs}>
        {items.length > 1 || !isFull ? (
          <Button
            variant="default"
            size="compact-md"
            disabled={isFull}
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => {
              onAdd();
              onSelect(items.length);
            }}
          >
            {add}
          </Button>
        ) : null}
        {buttons.map(({ label, icon: Icon, isOff, act, to }) =>
          items.length < 2 && label !== "copy" ? null : (
            <ActionIcon
              key={label}
              variant="subtle"
              color="gray"
              size="xl"
              aria-label={t(label, { name })}
              disabled={isOff}
              onClick={() => {
                act();
                onSelect(to);
              }}
            >
              <Icon size={18} aria-hidden />
            </ActionIcon>
          ),
        )}
      </div>
    </div>
  );
}
