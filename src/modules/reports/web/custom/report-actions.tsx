import { ActionIcon, Menu } from "@mantine/core";
import {
  IconCopy,
  IconDots,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconTrash,
  IconUsers,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { customNameMax } from "../../contract/custom-report.ts";
import type { CustomReport } from "../../contract/custom-reports.calls.ts";
import { useChangeReport, useCopyReport, useDeleteReport, usePinReport } from "./custom.queries.ts";

/** What can be done with a report: changes and deletion for the member who made it, copies and pins for everybody. */
export function ReportActions({ report }: { report: CustomReport }) {
  const { t } = useTranslation("reports_custom");
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, is_own, is_shared, is_pinned } = report;
  const change = useChangeReport(id);
  const pin = usePinReport(id);
  const copy = useCopyReport(id, (made) => {
    notify(t("copied"), "success");
    void navigate({ to: "/reports/own/$id/edit", params: { id: made.id } });
  });
  const remove = useDeleteReport(id, () => {
    notify(t("deleted"), "success");
    void navigate({ to: "/reports/own" });
  });
  const share = () =>
    change.mutate(
      { is_shared: !is_shared },
      { onSuccess: () => notify(t(is_shared ? "unshared_done" : "shared_done"), "success") },
    );
  const togglePin = () =>
    pin.mutate(!is_pinned, {
      onSuccess: () => notify(t(is_pinned ? "unpinned_done" : "pinned_done"), "success"),
    });
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" size={44} aria-label={`${t("actions.more")}: ${name}`}>
            <IconDots size={20} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {is_own ? (
            <Menu.Item
              leftSection={<IconPencil size={18} aria-hidden />}
              onClick={() => void navigate({ to: "/reports/own/$id/edit", params: { id } })}
            >
              {t("actions.edit")}
            </Menu.Item>
          ) : null}
          <Menu.Item
            leftSection={<IconCopy size={18} aria-hidden />}
            onClick={() => copy.mutate(t("copy_name", { name }).slice(0, customNameMax))}
          >
            {t("actions.copy")}
          </Menu.Item>
          <Menu.Item
            leftSection={
              is_pinned ? <IconPinnedOff size={18} aria-hidden /> : <IconPin size={18} aria-hidden />
            }
            onClick={togglePin}
          >
            {t(is_pinned ? "actions.unpin" : "actions.pin")}
          </Menu.Item>
          {is_own ? (
            <>
              <Menu.Item leftSection={<IconUsers size={18} aria-hidden />} onClick={share}>
                {t(is_shared ? "actions.unshare" : "actions.share")}
              </Menu.Item>
              <Menu.Item
                color="bad"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => setDeleting(true)}
              >
                {t("actions.delete")}
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isDeleting}
        title={t("delete_title", { name })}
        confirm={t("actions.delete")}
        danger
        busy={remove.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={() => remove.mutate()}
      >
        {t("delete_words")}
      </ConfirmDialog>
    </>
  );
}
