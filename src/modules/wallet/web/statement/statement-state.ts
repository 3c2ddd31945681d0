import { useNavigate, useSearch } from "@tanstack/react-router";
import { parseRiyadhDay, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { type ChargeType, chargeTypes, type EntryKind, entryKinds } from "../../contract/enums.ts";

/** The filter as the address holds it. */
export type StatementState = {
  charge_type?: ChargeType;
  kind?: EntryKind;
  reference?: string;
  from?: RiyadhDay;
  to?: RiyadhDay;
  search?: string;
};
export type StatementChange = { [Name in keyof StatementState]: StatementState[Name] | null | undefined };

/** The filter stands in the address: a link, a reload and the back button show the same lines. */
export function useStatementState() {
  const navigate = useNavigate();
  const filter = parseState(useSearch({ strict: false }));
  const open = (search: StatementState) =>
    void navigate({ to: "/financial-transaction/operations-table", search, replace: true });
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    change: (part: Partial<StatementChange>) => open(parseState({ ...filter, ...part })),
    clear: () => open({}),
  };
}

/** What an address says that is no filter is left out. */
export function parseState(found: Record<string, unknown>): StatementState {
  // The router reads an amount or a number in the address as a number.
  const text = (value: unknown, max: number) =>
    typeof value === "string" || typeof value === "number" ? String(value).slice(0, max) : undefined;
  const day = (value: unknown) => (typeof value === "string" ? parseRiyadhDay(value) : null);
  const state = {
    charge_type: chargeTypes.find((type) => type === found.charge_type),
    kind: entryKinds.find((kind) => kind === found.kind),
    reference: text(found.reference, 64),
    from: day(found.from),
    to: day(found.to),
    search: text(found.search, 100),
  };
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value));
}
