import { ActionIcon, Button, Menu } from "@mantine/core";
import { IconBookmark, IconChevronDown, IconPencil, IconTrash } from "@tabler/icons-react";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { Figure, UserText } from "#base/web/kit/text.tsx";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import type { ListColumn } from "../../contract/enums.ts";
import type { ViewState } from "../../contract/list.ts";
import { useViews } from "../campaigns.queries.ts";
import { isSameView, type ListState, toViewState } from "./list-state.ts";
import { useDeleteView } from "./use-save-view.ts";
import classes from "./view-tabs.module.css";

const SaveViewDialog = lazy(async () => ({
  default: (await import("./save-view-dialog.tsx")).SaveViewDialog,
}));

type Props = {
  state: ListState;
  columns: readonly ListColumn[];
  onShow: (look: ViewState) => void;
};
type Tab = {
  key: string;
  label: string;
  look: ViewState;
  count: number | undefined;
  /** There are more than `count`. */
  isAtLeast?: boolean;
  isUrgent?: boolean;
  id?: string;
};

/** The list's own views and the member's saved ones, each with the number of campaigns in it. */
export function ViewTabs({ state, columns, onShow }: Props) {
  const { t } = useTranslation("campaigns_list");
  const views = useViews().data;
  const counted = useCountedOrders();
  const [isSaving, setSaving] = useState(false);
  const tabs: Tab[] = [
    { key: "all", label: t("views.all"), look: {}, count: views?.all },
    { key: "active", label: t("views.active"), look: { status: "active" }, count: views?.active },
    {
      key: "needs_decision",
      label: t("views.needs_decision"),
      look: { view: "needs_decision" },
      count: views?.needs_decision,
      isUrgent: true,
    },
    ...(views?.items ?? []).map(({ id, name, state: look, campaigns, campaigns_at_least }) => ({
      key: id,
      id,
      label: name,
      look,
      count: campaigns,
      isAtLeast: campaigns_at_least,
    })),
  ];
  const current = tabs.find(({ look }) => isSameView(state, look, counted));
  return (
    <div className={classes.bar}>
      <nav className={classes.tabs} aria-label={t("views.label")}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            className={classes.tab}
            aria-current={tab === current ? "true" : undefined}
            data-urgent={tab.isUrgent && (tab.count ?? 0) > 0}
            onClick={() => onShow(tab.look)}
          >
            <UserText>{tab.label}</UserText>
            {tab.count === undefined ? null : (
              <span className={classes.count}>
                <Figure value={tab.count} />
                {tab.isAtLeast ? "+" : null}
              </span>
            )}
          </button>
        ))}
      </nav>
      {current ? null : (
        <Button
          variant="subtle"
          leftSection={<IconBookmark size={18} aria-hidden />}
          onClick={() => setSaving(true)}
        >
          {t("views.save")}
        </Button>
      )}
      {current?.id ? (
        <ViewMenu key={current.id} id={current.id} name={current.label} look={current.look} />
      ) : null}
      <LazyDialog opened={isSaving}>
        <SaveViewDialog
          opened={isSaving}
          look={{ ...toViewState(state, counted), columns: [...columns] }}
          onClose={() => setSaving(false)}
        />
      </LazyDialog>
    </div>
  );
}

/** What can be done with the saved view that is shown. */
function ViewMenu({ id, name, look }: { id: string; name: string; look: ViewState }) {
  const { t } = useTranslation("campaigns_list");
  const [isRenaming, setRenaming] = useState(false);
  const remove = useDeleteView();
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" size="xl" aria-label={t("views.actions_of", { name })}>
            <IconChevronDown size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={18} aria-hidden />} onClick={() => setRenaming(true)}>
            {t("views.rename")}
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={() => remove.mutate(id)}>
            {t("views.delete")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <LazyDialog opened={isRenaming}>
        <SaveViewDialog
          opened={isRenaming}
          look={look}
          view={{ id, name }}
          onClose={() => setRenaming(false)}
        />
      </LazyDialog>
    </>
  );
}
