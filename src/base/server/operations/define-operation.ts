import type { ZodType } from "zod";
import type { Ability } from "../../shared/abilities.ts";
import type { Context, ReadContext } from "../context.ts";

/** What an item changed, as JSON: enough to undo it and to show it. */
export type ItemChange = { before: object; after: object };

/** An operation's size has a limit, so that its items are written in one statement and its end is foreseeable. */
export const maxItems = 10_000;

/**
 * Work over many items, of one kind. Each item runs in a transaction of its own, as the one who started the operation;
 * a thrown refusal fails this item and no other. No network inside: an item enqueues a job for that.
 */
export type OperationDefinition<Input = unknown> = {
  /** Module and action, unique and lasting: `campaigns.pause`. */
  kind: string;
  /** Required to see, cancel and undo it. */
  ability: Ability;
  input: ZodType<Input>;
  /** The ids to work on, in order, each once; at most `maxItems`. */
  listItems(ctx: Context, input: Input): Promise<readonly string[]>;
  /** Answers with what changed; null when there was nothing to do. */
  runItem(ctx: Context, subject: string, input: Input): Promise<ItemChange | null>;
  /** Puts back what `change` names, where that is still possible. Without it the operation cannot be undone. */
  undoItem?(ctx: Context, subject: string, change: ItemChange): Promise<ItemChange | null>;
  /** What the merchant calls these subjects, by id. */
  loadTitles?(ctx: ReadContext, subjects: readonly string[]): Promise<ReadonlyMap<string, string>>;
};

export function defineOperation<Input>(definition: OperationDefinition<Input>): OperationDefinition<Input> {
  return definition;
}

/** The definitions by kind. */
export type OperationKinds = ReadonlyMap<string, OperationDefinition>;

export function toOperationKinds(definitions: readonly OperationDefinition[]): OperationKinds {
  const kinds = new Map(definitions.map((definition) => [definition.kind, definition]));
  if (kinds.size < definitions.length) throw new Error("two operations have the same kind");
  return kinds;
}
