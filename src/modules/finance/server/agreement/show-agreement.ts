import type { StaffContext } from "#base/server/staff-context.ts";
import type { Query } from "#base/shared/contract.ts";
import type { AgreementCalls, AgreementShown, DifferenceShown } from "../../contract/agreement.calls.ts";
import { agreementParts } from "../../contract/enums.ts";
import type { AgreementDeps } from "./agreement.deps.ts";
import { listParts, type RunPart } from "./agreement-runs.store.ts";
import { loadAgreementReport } from "./agreement-state.ts";
import { countOpenDifferences, listOpenDifferences } from "./differences.store.ts";

/** The newest run, what it waits for, and how many differences are open. */
export const showAgreement =
  ({ systemClock }: Pick<AgreementDeps, "systemClock">) =>
  async ({ db }: StaffContext): Promise<AgreementShown> => {
    const report = await loadAgreementReport(db, systemClock.now());
    const open = await countOpenDifferences(db);
    if (!report) return { run: null, last_finished_at: null, open };
    const { run, state, lastFinishedAt } = report;
    const parts = await listParts(db, run.night);
    return {
      run: {
        night: run.night,
        state,
        started_at: run.started_at.toISOString(),
        finished_at: run.finished_at?.toISOString() ?? null,
        checked: parts.reduce((sum, { checked }) => sum + checked, 0),
        waiting: listWaiting(parts),
      },
      last_finished_at: lastFinishedAt?.toISOString() ?? null,
      open,
    };
  };

type Waiting = NonNullable<AgreementShown["run"]>["waiting"][number];

/** Parts that are not done, each list once: that of our payments is read purpose by purpose. */
function listWaiting(parts: readonly RunPart[]): Waiting[] {
  const waiting = new Map<string, Waiting>();
  for (const { part: name, fault } of parts.filter(({ is_done }) => !is_done)) {
    const [list = "", of = null] = name.split(":");
    const part = agreementParts.find((known) => known === list);
    const gateway = part === "payments" || part === "returns" ? of : null;
    const key = `${list} ${gateway}`;
    const isStuck = fault !== null || waiting.get(key)?.is_stuck === true;
    if (part) waiting.set(key, { part, gateway, is_stuck: isStuck });
  }
  return [...waiting.values()];
}

/** Open differences, newest first, with the names of their merchants. */
export const listDifferences =
  ({ merchants }: Pick<AgreementDeps, "merchants">) =>
  async (
    { db }: StaffContext,
    { kind, after, size }: Query<AgreementCalls["GET Staff/Finance/agreement/differences"]>,
  ): Promise<{ items: DifferenceShown[]; next: string | null }> => {
    const input = { kind: kind ?? null, before: after ?? null, size: size + 1 };
    const rows = await listOpenDifferences(db, input);
    const shown = rows.slice(0, size);
    const ids = shown.flatMap(({ merchant_id }) => merchant_id ?? []);
    const names = await merchants.loadNames(db, ids);
    const items = shown.map(({ id, merchant_id, first_seen_at, ...row }) => ({
      id: String(id),
      kind: row.kind,
      source: row.source,
      reference: row.reference,
      merchant: merchant_id === null ? null : { id: merchant_id, name: names.get(merchant_id) ?? "" },
      day: row.day,
      ours_halalas: row.ours_halalas,
      theirs_halalas: row.theirs_halalas,
      first_seen_at: first_seen_at.toISOString(),
    }));
    return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null };
  };
