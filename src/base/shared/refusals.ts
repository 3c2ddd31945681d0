/** Values a message may name, e.g. `{ missing: "12.50" }`. */
export type MessageParams = Record<string, string | number>;

/** A refusal with a reason the merchant can act on. Not a bug: `base/server/http` turns it into an envelope. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: MessageParams;
  /** Input the refusal concerns, so that a form can mark it. */
  readonly field: string | undefined;
  /** What stands now, where something has changed since the caller read it: the response carries it. */
  readonly current: unknown;

  constructor(
    code: string,
    status: number,
    params: MessageParams = {},
    { field, current }: { field?: string | undefined; current?: unknown } = {},
  ) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.status = status;
    this.params = params;
    this.field = field;
    this.current = current;
  }
}

/**
 * A module's refusals: code → HTTP status. The code is also the message key, and this table is the only
 * place that knows a status. `refuse` throws; an unlisted code does not compile.
 */
export function defineRefusals<const Table extends Record<string, number>>(table: Table) {
  type Code = keyof Table & string;
  return {
    table: table as Readonly<Record<Code, number>>,
    refuse(code: Code, params?: MessageParams, field?: string): never {
      throw new Refusal(code, table[code] ?? 400, params, { field });
    },
    /** Refuses because something has changed since the caller read it, and answers with what stands now. */
    refuseWith(code: Code, current: unknown): never {
      throw new Refusal(code, table[code] ?? 400, {}, { current });
    },
  };
}
