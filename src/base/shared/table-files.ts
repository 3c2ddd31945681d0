/** The content types of tables as files. */
export const exportMimes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
  pdf: "application/pdf",
} as const;
export type TableFormat = keyof typeof exportMimes;
