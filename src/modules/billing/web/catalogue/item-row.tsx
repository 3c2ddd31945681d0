import { ActionIcon, Button, Switch } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import classes from "./catalogue.module.css";

type Props = {
  /** As the person reads it. */
  name: string;
  badges?: ReactNode;
  /** What it costs and holds, in a line. */
  children: ReactNode;
  isOn: boolean;
  onSwitch: (isOn: boolean) => void;
  /** A change is being saved. */
  isBusy: boolean;
  /** Moves it by one place; null at the end of the list. Without it the list has no order of its own. */
  move?: { up: (() => void) | null; down: (() => void) | null };
  /** Its form, while it is open. */
  form: ReactNode | null;
  onEdit: () => void;
};

/** An item of the catalogue: what it is, its switch, its place, and its form. */
export function ItemRow({ name, badges, children, isOn, onSwitch, isBusy, move, form, onEdit }: Props) {
  const { t } = useTranslation("billing_catalogue");
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong className={classes.name}>
          <UserText>{name}</UserText>
          {badges}
        </strong>
        <div className={classes.acts}>
          {move ? <MoveButtons name={name} move={move} isBusy={isBusy} /> : null}
          <Switch
            label={t("on_sale")}
            aria-label={t("on_sale_of", { name })}
            checked={isOn}
            disabled={isBusy}
            onChange={(event) => onSwitch(event.currentTarget.checked)}
          />
          <Button
            variant="subtle"
            aria-label={t("edit_of", { name })}
            aria-expanded={form !== null}
            onClick={onEdit}
          >
            {t("edit")}
          </Button>
        </div>
      </div>
      <div className={classes.quiet}>{children}</div>
      {form}
    </li>
  );
}

type MoveProps = Pick<Props, "name" | "isBusy"> & { move: NonNullable<Props["move"]> };

function MoveButtons({ name, move, isBusy }: MoveProps) {
  const { t } = useTranslation("billing_catalogue");
  return (
    <>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t("move_up", { name })}
        disabled={isBusy || !move.up}
        onClick={() => move.up?.()}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={44}
        aria-label={t("move_down", { name })}
        disabled={isBusy || !move.down}
        onClick={() => move.down?.()}
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
    </>
  );
}

/** The list with two neighbours exchanged; null where there is no neighbour. */
export function exchange<Item>(items: readonly Item[], from: number, to: number): Item[] | null {
  const [one, other] = [items[from], items[to]];
  return one === undefined || other === undefined ? null : items.with(from, other).with(to, one);
}
