/** Values a message may name, e.g. `{ missing: "12.50" }`. */
export type MessageParams = Record<string, string | number>;

/** One reason of a refusal. `field` is the input it concerns (dotted for nested ones), so that a form can mark it. */
export type Problem<Code extends string = string> = {
  /** Also the key of its message. */
  code: Code;
  params: MessageParams;
  field?: string | undefined;
};

/**
 * A refusal with reasons the merchant can act on: one, or all that are wrong with a form's fields. Not a bug:
 * `base/server/http` turns it into an envelope.
 */
export class Refusal extends Error {
  /** The first reason's. */
  readonly code: string;
  readonly params: MessageParams;
  readonly status: number;
  readonly problems: readonly Problem[];
  /** What stands now, where something has changed since the caller read it: the response carries it. */
  readonly current: unknown;

  /** `more`: the further problems of the same input. */
  constructor(
    status: number,
    first: Problem,
    { more = [], current }: { more?: readonly Problem[]; current?: unknown } = {},
  ) {
    super(first.code);
    this.name = "Refusal";
    this.code = first.code;
    this.params = first.params;
    this.status = status;
    this.problems = [first, ...more];
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
    refuse(code: Code, params: MessageParams = {}, field?: string): never {
      throw new Refusal(table[code] ?? 400, { code, params, field });
    },
    /** Refuses because something has changed since the caller read it, and answers with what stands now. */
    refuseWith(code: Code, current: unknown): never {
      throw new Refusal(table[code] ?? 400, { code, params: {} }, { current });
    },
  };
}

/** Refuses with all problems at once, under the status of the first; returns when there are none. */
export function refuseAll<Code extends string>(
  problems: readonly Problem<Code>[],
  statuses: Readonly<Record<Code, number>>,
): void {
  const [first, ...more] = problems;
  if (first) throw new Refusal(statuses[first.code], first, { more });
}
