import { Button, Menu } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { listColumns } from "../../contract/enums.ts";
import type { useColumnChoice } from "./list-columns.ts";

/** Which columns the table shows; the name is always there. */
export function ColumnsMenu({ choice }: { choice: ReturnType<typeof useColumnChoice> }) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  return (
    <Menu position="bottom-end" withinPortal closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={18} aria-hidden />}>
          {t("columns")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {listColumns.map((column) => (
          <Menu.CheckboxItem
            key={column}
            checked={choice.chosen.includes(column)}
            onChange={() => choice.toggle(column)}
          >
            {t(`campaigns:columns.${column}`)}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={choice.reset}>{t("usual_columns")}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
