import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  IconArchive,
  IconDots,
  IconPlayerPause,
  IconPlayerPlay,
  type IconProps,
  IconTrash,
} from "@tabler/icons-react";
import { type ComponentType, lazy, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { Action } from "../contract/enums.ts";

const ConfirmDialog = lazy(async () => ({
  default: (await import("#base/web/kit/confirm-dialog.tsx")).ConfirmDialog,
}));

const icons: Record<Action, ComponentType<IconProps>> = {
  start: IconPlayerPlay,
  relaunch: IconPlayerPlay,
  pause: IconPlayerPause,
  archive: IconArchive,
  delete: IconTrash,
};
/** Pause and relaunch undo each other; the other two are final and need a confirmation. */
const needsConfirmation = new Set<Action>(["archive", "delete"]);

/** What closes an open menu. Closed ones listen to nothing: those of a hundred rows held up each finger that scrolls. */
const outsideEvents = ["mousedown", "touchstart", "keydown"];

type Props = {
  /** The object's name, for screen readers. */
  name: string;
  kind: "campaign" | "ad_group" | "ad";
  /** What may be done now, the most common first, as the server says. */
  actions: readonly Action[];
  busy: boolean;
  onAct: (act: Action) => void;
  /** In a list row all actions are in the menu; on a page the first action is a button. */
  compact?: boolean;
  /** Further items, before those that end it. */
  children?: ReactNode;
};

/** A menu of the allowed actions; the first is the most common and is shown as a button. */
export function ActionMenu({ name, kind, actions, busy, onAct, compact = false, children }: Props) {
  const { t } = useTranslation("campaigns");
  const [pending, setPending] = useState<Action | null>(null);
  const [isOpen, setOpen] = useState(false);
  const isWide = useIsAtLeast("desktop");
  const [first, ...rest] = actions;
  if ((!first && !children) || !isAllowed("campaign", "manage")) return null;
  const act = (one: Action) => (needsConfirmation.has(one) ? setPending(one) : onAct(one));
  const shown = first && !compact && !needsConfirmation.has(first) ? first : null;
  const inMenu = shown ? rest : actions;
  const FirstIcon = icons[shown ?? "start"];
  const ending = inMenu.filter((one) => needsConfirmation.has(one));
  const toItem = (one: Action) => {
    const Icon = icons[one];
    return (
      <Menu.Item
        key={one}
        leftSection={<Icon size={18} aria-hidden />}
        color={one === "delete" ? "bad" : undefined}
        onClick={() => act(one)}
      >
        {t(`actions.${one}`)}
      </Menu.Item>
    );
  };
  return (
    <>
      {shown ? (
        <Button
          variant={shown === "pause" ? "default" : "filled"}
          color={shown === "pause" ? undefined : "clay"}
          loading={busy}
          leftSection={<FirstIcon size={18} aria-hidden />}
          onClick={() => onAct(shown)}
        >
          {t(`actions.${shown}`)}
        </Button>
      ) : null}
      <Menu
        position="bottom-end"
        withinPortal
        opened={isOpen}
        onChange={setOpen}
        clickOutsideEvents={isOpen ? outsideEvents : []}
      >
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={compact && isWide ? "lg" : "xl"}
            loading={busy && !shown}
            aria-label={t("actions_of", { name })}
          >
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {inMenu.filter((one) => !needsConfirmation.has(one)).map(toItem)}
          {children}
          {ending.map(toItem)}
        </Menu.Dropdown>
      </Menu>
      <LazyDialog opened={pending !== null}>
        <ConfirmDialog
          opened={pending !== null}
          title={t(`ask.${pending ?? "delete"}_${kind}`, { name })}
          confirm={t(`actions.${pending ?? "delete"}`)}
          danger={pending === "delete"}
          onClose={() => setPending(null)}
          onConfirm={() => {
            if (pending) onAct(pending);
            setPending(null);
          }}
        >
          {t(`ask.${pending ?? "delete"}_words`)}
        </ConfirmDialog>
      </LazyDialog>
    </>
  );
}
