/** The formats of a statement's file. Apart from the calls, so that the page loads no validation library for them. */
export const statementFormats = ["xlsx", "csv"] as const;
export type StatementFormat = (typeof statementFormats)[number];
