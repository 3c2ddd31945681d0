import { ExportMenu } from "./export-menu.tsx";

/** Home's figures of the last thirty days as a file; loaded after the page, with its texts. */
export function HomeExport() {
  return (
    <div>
      <ExportMenu call="GET Clients/Reports/home/export" query={{ days: 30 }} />
    </div>
  );
}
