import type { PersonalData, TableData } from "#base/server/personal-data/personal-data.ts";

/** `docs/retention.md`: how long each table's rows live, and what an erasure does with them. */
export function renderRetention(data: readonly PersonalData[]): string {
  const modules = data.toSorted((one, other) => (one.module < other.module ? -1 : 1)).map(renderModule);
  return `${[head, ...modules].join("\n\n")}\n`;
}

const head = `# How long we keep what

Made from what the modules declare (\`server/*.personal-data.ts\`); a test compares it. Rows of a merchant live as long as
the account, or for the period given. Thirty days after a merchant asks for it the account is erased: rows are deleted, or
kept for the reason given. Backups of the database are outside the program and must not be kept for longer than 35 days.`;

function renderModule({ module, tables }: PersonalData): string {
  const rows = tables.map(renderTable);
  return [`## ${module}`, "", "| table | kept for | after an erasure |", "| --- | --- | --- |", ...rows].join(
    "\n",
  );
}

const renderTable = ({ table, policy }: TableData): string =>
  `| \`${table}\` | ${renderPeriod(policy)} | ${renderErasure(policy)} |`;

function renderPeriod({ kind, retention }: TableData["policy"]): string {
  if (!retention) return kind === "ours" ? "as long as the product" : "the account";
  return "days" in retention
    ? `${retention.days} days: ${retention.why}`
    : `${retention.period}: ${retention.why}`;
}

function renderErasure(policy: TableData["policy"]): string {
  if (policy.kind === "ours") return `not of one merchant: ${policy.why}`;
  if (policy.erasure.kind === "delete") return "deleted";
  const emptied = Object.keys(policy.erasure.rewrite);
  const note = emptied.length > 0 ? `; emptied: ${emptied.map((column) => `\`${column}\``).join(", ")}` : "";
  return `kept: ${policy.erasure.why}${note}`;
}
