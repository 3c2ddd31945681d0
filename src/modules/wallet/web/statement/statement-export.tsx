import { Button, Menu } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import type { StatementFilter } from "../../contract/statement.calls.ts";
import { type StatementFormat, statementFormats } from "../../contract/statement-formats.ts";

/** Saves all lines that the filter finds as a spreadsheet. */
export function StatementExport({ filter }: { filter: StatementFilter }) {
  const { t } = useTranslation("wallet_statement");
  const save = useMutation({
    mutationFn: (format: StatementFormat) =>
      download("GET Clients/Wallet/statement/export", { query: { ...filter, format } }),
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
        {statementFormats.map((format) => (
          <Menu.Item key={format} onClick={() => save.mutate(format)}>
            {t(`export_as.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
