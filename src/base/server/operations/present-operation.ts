import type { Language } from "../../shared/language.ts";
import type { OperationItem, OperationRow } from "../../shared/operations.calls.ts";
import { type Messages, toMessageKey } from "../messages.ts";
import type { ItemRecord, OperationRecord } from "./operations.store.ts";

/** The operation on the wire. One that has just been written cannot be undone yet. */
export function presentOperation(operation: OperationRecord, canUndo = false): OperationRow {
  const { id, kind, status, total, done, failed, undo_of, created_at, finished_at } = operation;
  return {
    id,
    kind,
    status,
    total,
    done,
    failed,
    undo_of,
    can_undo: canUndo,
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  };
}

type Options = { titles: ReadonlyMap<string, string>; messages: Messages; language: Language };

export function presentItem(item: ItemRecord, { titles, messages, language }: Options): OperationItem {
  const { number, subject, status, refusal_code: code, refusal_params: params } = item;
  return {
    number,
    subject,
    title: titles.get(subject) ?? null,
    status,
    reason:
      code === null
        ? null
        : { code, message: messages.translate(language, toMessageKey(code), params ?? {}) },
  };
}
