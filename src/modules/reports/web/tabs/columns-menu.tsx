import { Button, Menu } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { TableColumn } from "../../contract/report-table.calls.ts";
import type { useColumnChoice } from "./column-choice.ts";

type Props = { columns: readonly TableColumn[]; choice: ReturnType<typeof useColumnChoice> };

/** Which columns a tab shows. */
export function ColumnsMenu({ columns, choice }: Props) {
  const { t } = useTranslation("reports_tabs");
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden />}>
          {t("columns")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {columns.map(({ metric, name }) => (
          <Menu.CheckboxItem
            key={metric}
            checked={choice.shown.some((column) => column.metric === metric)}
            onChange={() => choice.toggle(metric)}
          >
            {name}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={choice.reset}>{t("usual_columns")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
