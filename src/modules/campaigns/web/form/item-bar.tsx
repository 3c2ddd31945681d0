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
  /** "ad group 1", "ad Summer": how a button names the one it acts on. */
  callItem: (name: string) => string;
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
export function ItemBar(props: Props) {
  const { items, max } = props;
  return (
    <div className={classes.items}>
      {items.length > 1 ? <ItemChoice {...props} /> : null}
      <div className={classes.itemActs}>
        {items.length > 1 || items.length < max ? <AddButton {...props} /> : null}
        <ItemButtons {...props} />
      </div>
    </div>
  );
}

/** An item without a name is known by its place. */
const toName = ({ name }: Item, at: number) => name || String(at + 1);

function ItemChoice({ legend, items, at, onSelect }: Props) {
  return (
    <OneOfField
      legend={legend}
      value={items[at]?.key ?? null}
      onChange={(key) => onSelect(items.findIndex((one) => one.key === key))}
      options={items.map((item, index) => ({
        value: item.key,
        label: <UserText>{toName(item, index)}</UserText>,
      }))}
    />
  );
}

function AddButton({ add, items, max, onAdd, onSelect }: Props) {
  return (
    <Button
      variant="default"
      size="compact-md"
      disabled={items.length >= max}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => {
        onAdd();
        onSelect(items.length);
      }}
    >
      {add}
    </Button>
  );
}

/** What is done to the shown item; with one alone it can only be copied. */
function ItemButtons(props: Props) {
  const { t } = useTranslation("campaigns_form");
  const { items, at, callItem, onSelect } = props;
  const shown = items[at];
  if (!shown) return null;
  const name = callItem(toName(shown, at));
  const buttons = listButtons(props, shown.key);
  return (items.length < 2 ? buttons.slice(0, 1) : buttons).map(({ label, icon: Icon, isOff, act, to }) => (
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
  ));
}

/** `to`: the place that is shown afterwards. */
function listButtons({ items, at, max, onCopy, onMove, onRemove }: Props, key: string) {
  const last = items.length - 1;
  return [
    { label: "copy", icon: IconCopy, isOff: items.length >= max, act: () => onCopy(key), to: at + 1 },
    { label: "move_up", icon: IconArrowUp, isOff: at === 0, act: () => onMove(key, -1), to: at - 1 },
    { label: "move_down", icon: IconArrowDown, isOff: at === last, act: () => onMove(key, 1), to: at + 1 },
    {
      label: "remove",
      icon: IconTrash,
      isOff: last === 0,
      act: () => onRemove(key),
      to: Math.max(0, at - 1),
    },
  ] as const;
}
