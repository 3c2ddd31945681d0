import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { download } from "#base/web/data/download.ts";
import { serverNow } from "#base/web/runtime/now.ts";
import { type ExportFormat, exportFormats } from "../../contract/enums.ts";
import { type ListState, toFilterQuery } from "./list-state.ts";

/** Saves all that the list finds, in its order and with its figures, as a file. */
export function ExportMenu({ state }: { state: ListState }) {
  const { t } = useTranslation("campaigns_list");
  const save = useMutation({
    mutationFn: (format: ExportFormat) => {
      const { sort, order } = state;
      const query = { ...toFilterQuery(state, toRiyadhDay(serverNow())), sort, order, format };
      return download("GET Clients/Campaigns/export", { query });
    },
  });
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          variant="default"
          loading={save.isPending}
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          {t("export")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => save.mutate(format)}>
            {t(`export_as.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
