import { Menu, type MenuItemProps } from "@mantine/core";
import { IconCopy, IconPencil, IconSquareCheck } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import { useTranslation } from "react-i18next";
import type { ListRow } from "../../contract/list.ts";
import { ActionMenu } from "../action-menu.tsx";
import { useCampaignAction } from "../use-campaign-action.ts";

type LinkProps = MenuItemProps &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps> & { ref?: Ref<HTMLAnchorElement> };

/** An entry of a menu that leads to a page is a link. */
const MenuLink = createLink((props: LinkProps) => <Menu.Item component="a" {...props} />);

type Props = {
  row: ListRow;
  onDuplicate: (row: ListRow) => void;
  /** On a phone a campaign is selected from here. */
  onSelect?: (() => void) | undefined;
};

/** All that can be done with one campaign of the list. */
export function RowMenu({ row, onDuplicate, onSelect }: Props) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const act = useCampaignAction();
  const isOpen = row.status !== "archived" && row.status !== "deleted";
  return (
    <ActionMenu
      name={row.name}
      kind="campaign"
      actions={row.allowed_actions}
      busy={act.isPending}
      compact
      onAct={(one) => act.mutate({ id: row.id, act: one })}
    >
      {onSelect ? (
        <Menu.Item leftSection={<IconSquareCheck size={18} aria-hidden />} onClick={onSelect}>
          {t("select")}
        </Menu.Item>
      ) : null}
      {isOpen ? (
        <MenuLink
          to="/campaigns/edit/$id"
          params={{ id: row.id }}
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {t("campaigns:actions.edit")}
        </MenuLink>
      ) : null}
      {row.status === "deleted" ? null : (
        <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={() => onDuplicate(row)}>
          {t("duplicate")}
        </Menu.Item>
      )}
    </ActionMenu>
  );
}
