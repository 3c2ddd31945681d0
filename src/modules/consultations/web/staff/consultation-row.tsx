import { ActionIcon, Button, Switch } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconGripVertical } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { CatalogueConsultation } from "../../contract/staff-catalogue.calls.ts";
import { usePick } from "../use-pick.ts";
import classes from "./staff-consultations.module.css";
import { call, useQuickChange } from "./staff-consultations.queries.ts";

type Props = {
  item: CatalogueConsultation;
  isBusy: boolean;
  /** Null at the end of the list. */
  onUp: (() => void) | null;
  onDown: (() => void) | null;
  onDrag: () => void;
  onDrop: () => void;
  isOpen: boolean;
  onOpen: () => void;
  /** Its form, while it is open. */
  children: ReactNode;
};

/** One consultation: dragged or moved to another place, switched, changed. */
export function ConsultationRow({
  item,
  isBusy,
  onUp,
  onDown,
  onDrag,
  onDrop,
  isOpen,
  onOpen,
  children,
}: Props) {
  const { t } = useTranslation(["consultations_staff", "consultations"]);
  const pick = usePick();
  const name = pick({ ar: item.title_ar, en: item.title_en });
  const change = useQuickChange((is_active: boolean) => {
    const {
      id,
      number: _,
      currency: __,
      consultant_name: ___,
      position: ____,
      updated_at: _____,
      ...fields
    } = item;
    return call("PUT Staff/Consultations/{id}", { params: { id }, body: { ...fields, is_active } });
  });
  return (
    <li className={classes.row} onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <div className={classes.head}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows do the same for keyboards */}
        <span
          className={classes.handle}
          draggable={!isBusy}
          onDragStart={onDrag}
          title={t("catalogue.drag", { name })}
        >
          <IconGripVertical size={20} aria-hidden />
        </span>
        <div className={classes.about}>
          <strong>
            <UserText>{name}</UserText>
          </strong>
          <span className={classes.quiet}>
            <Money halalas={item.price_halalas} whole /> ·{" "}
            {t("consultations:minutes", { count: item.minutes })} ·{" "}
            <UserText>{item.consultant_name}</UserText>
          </span>
        </div>
        <div className={classes.acts}>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t("catalogue.move_up", { name })}
            disabled={isBusy || !onUp}
            onClick={() => onUp?.()}
          >
            <IconArrowUp size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t("catalogue.move_down", { name })}
            disabled={isBusy || !onDown}
            onClick={() => onDown?.()}
          >
            <IconArrowDown size={18} aria-hidden />
          </ActionIcon>
          <Switch
            label={t("catalogue.active")}
            aria-label={t("catalogue.active_of", { name })}
            checked={item.is_active}
            disabled={change.isPending}
            onChange={(event) => change.mutate(event.currentTarget.checked)}
          />
          <Button
            variant="subtle"
            aria-label={t("catalogue.edit_of", { name })}
            aria-expanded={isOpen}
            onClick={onOpen}
          >
            {t("catalogue.edit")}
          </Button>
        </div>
      </div>
      {children}
    </li>
  );
}
