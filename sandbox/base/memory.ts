import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A keyed collection. The cost of a save depends on what changed, not on how much is stored. */
export interface Table<Row extends { id: string }> {
  get(id: string): Row | undefined;
  /** Stores the row, new or changed. A row that was changed in place must be put again. */
  put(row: Row): Row;
  delete(id: string): void;
  values(): IterableIterator<Row>;
  readonly size: number;
}

/** An append-only list. */
export interface Journal<Row> {
  add(row: Row): void;
  readonly rows: readonly Row[];
}

/**
 * The world's stored state. With a folder it survives a restart; after a kill it continues from the last complete
 * save.
 */
export interface Memory {
  /** A small plain JSON object, changed in place and written completely at every save. */
  state<T extends object>(name: string, initial: () => T): T;
  table<Row extends { id: string }>(name: string): Table<Row>;
  journal<Row>(name: string): Journal<Row>;
  save(): void;
  /** Deletes everything. Objects already returned stay valid and are reset to their initial values. */
  clear(): void;
}

interface Snapshot {
  states: Record<string, object>;
  /** How much of each log belongs to this snapshot. Lines written after it, before a kill, are ignored. */
  logs: Record<string, { file: string; bytes: number }>;
}

interface Log {
  /** Lines not yet on disk. */
  drainChanges(): string;
  /** Every current line of the log, without the lines that later ones replaced. */
  whole(): string;
  read(line: unknown): void;
  clear(): void;
}

export function openMemory(folder: string | null): Memory {
  const states = new Map<string, { value: object; initial: () => object }>();
  const logs = new Map<string, Log>();
  const snapshot = folder ? readSnapshot(folder) : emptySnapshot();
  const opened = new Set<string>();

  const open = <L extends Log>(name: string, make: () => L): L => {
    const known = logs.get(name);
    if (known) throw new Error(`two parts of the sandbox keep a log named "${name}"`);
    const log = make();
    logs.set(name, log);
    if (folder) readLog(folder, snapshot, name, log);
    return log;
  };

  return {
    state<T extends object>(name: string, initial: () => T): T {
      const known = states.get(name);
      if (known) return known.value as T;
      const value = { ...initial(), ...(snapshot.states[name] as T | undefined) };
      states.set(name, { value, initial });
      return value;
    },
    table: <Row extends { id: string }>(name: string) => open(name, () => makeTable<Row>()),
    journal: <Row>(name: string) => open(name, () => makeJournal<Row>()),
    save() {
      if (!folder) return;
      for (const [name, log] of logs) writeLog(folder, snapshot, name, log, opened);
      for (const [name, { value }] of states) snapshot.states[name] = value;
      writeAtomically(join(folder, "world.json"), JSON.stringify(snapshot));
    },
    clear() {
      for (const log of logs.values()) log.clear();
      for (const { value, initial } of states.values()) {
        for (const key of Object.keys(value)) delete (value as Record<string, unknown>)[key];
        Object.assign(value, initial());
      }
      snapshot.states = {};
      snapshot.logs = {};
      opened.clear();
    },
  };
}

function makeTable<Row extends { id: string }>(): Table<Row> & Log {
  const rows = new Map<string, Row>();
  const changed = new Set<string>();
  const toLine = (id: string) => `${JSON.stringify(rows.get(id) ?? { id, gone: true })}\n`;
  return {
    get: (id) => rows.get(id),
    put(row) {
      rows.set(row.id, row);
      changed.add(row.id);
      return row;
    },
    delete(id) {
      if (rows.delete(id)) changed.add(id);
    },
    values: () => rows.values(),
    get size() {
      return rows.size;
    },
    drainChanges() {
      const text = [...changed].map(toLine).join("");
      changed.clear();
      return text;
    },
    whole: () => [...rows.keys()].map(toLine).join(""),
    read(line) {
      const row = line as Row & { gone?: true };
      if (row.gone) rows.delete(row.id);
      else rows.set(row.id, row);
    },
    clear() {
      rows.clear();
      changed.clear();
    },
  };
}

function makeJournal<Row>(): Journal<Row> & Log {
  const rows: Row[] = [];
  let saved = 0;
  const lines = (from: number) =>
    rows
      .slice(from)
      .map((row) => `${JSON.stringify(row)}\n`)
      .join("");
  return {
    rows,
    add: (row) => void rows.push(row),
    drainChanges() {
      const text = lines(saved);
      saved = rows.length;
      return text;
    },
    whole: () => lines(0),
    read(line) {
      rows.push(line as Row);
      saved = rows.length;
    },
    clear() {
      rows.length = 0;
      saved = 0;
    },
  };
}

function emptySnapshot(): Snapshot {
  return { states: {}, logs: {} };
}

function readSnapshot(folder: string): Snapshot {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "world.json");
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Snapshot) : emptySnapshot();
}

function readLog(folder: string, snapshot: Snapshot, name: string, log: Log): void {
  const entry = snapshot.logs[name];
  if (!entry) return;
  const bytes = readFileSync(join(folder, entry.file)).subarray(0, entry.bytes);
  for (const line of bytes.toString("utf8").split("\n")) if (line) log.read(JSON.parse(line));
}

/**
 * The first save of a run writes a fresh file, which drops old lines; later saves append. The snapshot records the
 * valid length.
 */
function writeLog(folder: string, snapshot: Snapshot, name: string, log: Log, opened: Set<string>): void {
  const entry = snapshot.logs[name];
  if (entry && opened.has(name)) {
    const text = log.drainChanges();
    if (text) appendFileSync(join(folder, entry.file), text);
    entry.bytes += Buffer.byteLength(text);
    return;
  }
  log.drainChanges();
  const text = log.whole();
  const stem = name.replaceAll(/[^a-z0-9-]+/gi, "-");
  const file = entry?.file === `${stem}.a.jsonl` ? `${stem}.b.jsonl` : `${stem}.a.jsonl`;
  writeFileSync(join(folder, file), text);
  snapshot.logs[name] = { file, bytes: Buffer.byteLength(text) };
  opened.add(name);
}

function writeAtomically(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
