import { outsideMark, parseConcurrentIndex } from "../src/base/server/db/migrate.ts";

/**
 * What a migration may not do to a table that is in use while the old program still runs beside the new one (expand, then
 * contract: docs/scale.md). A statement that breaks a rule on purpose has a comment `-- locks: why it may` on the line
 * before it, and one that takes away what the last release used `-- contracts: since when nothing uses it`.
 */

type Rule = { pattern: RegExp; problem: string; note?: "locks" | "contracts" };

/** Matched against statements without comments, texts and bodies of functions, in lower case, with single blanks. */
const rules: readonly Rule[] = [
  {
    pattern: /^create (unique )?index (?!concurrently)/,
    problem: `an index blocks writes while it is made: put "create index concurrently if not exists" into a file of its own that begins with "${outsideMark}"`,
  },
  {
    pattern:
      /^alter table .*\badd (column )?(?!constraint\b|primary\b|unique\b|check\b|foreign\b)[^,]*\bnot null\b(?![^,]*\bdefault\b)(?![^,]*\bgenerated\b)/,
    problem: "a column that is not null needs a default: the old program does not fill it",
  },
  {
    pattern:
      /^alter table .*\badd (column )?[^,]*\b(default (?!now\(\)|current_)[^,]*\(|(big)?serial\b|generated\b)/,
    problem: "a default that differs by row, or a generated column, rewrites the table",
  },
  {
    pattern: /^alter table .*\badd (constraint \w+ )?(check|foreign key)\b(?!.*\bnot valid\b)/,
    problem:
      'a constraint is checked under a lock: add it "not valid", and validate it in the next migration',
  },
  {
    pattern: /^alter table .*\badd (column )?\w+ [^,]*\breferences\b/,
    problem:
      'a foreign key of a new column locks both tables: add the column, then the constraint "not valid"',
  },
  {
    pattern: /^alter table .*\badd (constraint \w+ )?(unique|primary key)\b(?!.*\busing index\b)/,
    problem: 'a key makes an index under a lock: make it concurrently before, and add it "using index"',
  },
  {
    pattern: /^alter table .*\bset not null\b/,
    problem:
      'the whole table is read under a lock: a check "not valid" that is validated before makes it short',
  },
  {
    pattern: /^alter table .*\balter (column )?\w+ (set data )?type\b/,
    problem: "the table is written anew under a lock: add a column, fill it by a job, drop the old one later",
  },
  {
    pattern: /^(update|delete from|insert into [\w.]+ .*\bselect\b)/,
    problem: "rows are changed in one transaction however many there are: a job does it in batches",
  },
  {
    pattern: /^(lock|truncate|cluster|vacuum full|reindex)\b/,
    problem: "the table is closed to everybody meanwhile",
  },
  {
    pattern: /^alter table .*\bdrop (column|constraint)\b|^drop (table|function|view|schema|type)\b/,
    problem: "the program of the last release may use it",
    note: "contracts",
  },
  {
    pattern: /^alter (table|type|schema|function) .*\brename\b|^alter table .*\bset schema\b/,
    problem: "the program of the last release knows the old name",
    note: "contracts",
  },
  { pattern: /^do\b/, problem: "what a block does cannot be checked here" },
];

type Statement = { text: string; comment: string };

/** What is wrong with a migration, one line each. Tables that it makes itself may be treated in any way. */
export function findMigrationProblems(script: string): string[] {
  const statements = splitStatements(script);
  if (script.startsWith(outsideMark)) return findOutsideProblems(script, statements);
  const own = new Set(
    statements.flatMap(({ text }) => /^create table (?:if not exists )?([\w.]+)/.exec(text)?.[1] ?? []),
  );
  const problems = statements.flatMap(({ text, comment }) => {
    const table = findTable(text);
    if (table !== undefined && own.has(table)) return [];
    return rules
      .filter(
        ({ pattern, note = "locks" }) => pattern.test(text) && !new RegExp(`${note}: \\S`).test(comment),
      )
      .map(({ problem }) => `${text.slice(0, 80)}: ${problem}`);
  });
  if (statements.some(({ text }) => /\bnot valid\b/.test(text)) && /\bvalidate constraint\b/i.test(script))
    problems.push("a constraint is validated in a later migration than the one that adds it");
  return problems;
}

function findOutsideProblems(script: string, statements: readonly Statement[]): string[] {
  if (statements.length !== 1) return [`a file ${outsideMark.slice(3)} has one statement`];
  try {
    parseConcurrentIndex(script);
    return [];
  } catch (error) {
    return [(error as Error).message];
  }
}

/** The table that a statement is about. */
function findTable(text: string): string | undefined {
  return /^(?:create (?:unique )?index (?:concurrently )?(?:if not exists )?(?:\w+ )?on (?:only )?|alter table (?:if exists )?(?:only )?|update (?:only )?|delete from (?:only )?|insert into )([\w.]+)/.exec(
    text,
  )?.[1];
}

/** Statements in lower case with single blanks, without texts and comments; each with the comment that stands before it. */
export function splitStatements(script: string): Statement[] {
  const token = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[^-/'$;]+|[\s\S]/g;
  const statements: Statement[] = [];
  let text = "";
  let comment = "";
  const end = () => {
    const clean = text.toLowerCase().replace(/\s+/g, " ").trim();
    if (clean !== "") statements.push({ text: clean, comment });
    text = "";
    comment = "";
  };
  for (const [part] of script.matchAll(token)) {
    if (part.startsWith("--") && part.length > 2) {
      if (text.trim() === "") comment += `${part}\n`;
    } else if (part === ";") end();
    else if (/^('|\$\w*\$)/.test(part)) text += "''";
    else if (!part.startsWith("/*")) text += part;
  }
  end();
  return statements;
}
