import type { Db } from "#base/server/db/db.ts";
import { type PromiseRecord, rankConsultants } from "../domain/rank-consultants.ts";
import { countPromises } from "./advice.store.ts";

const none: PromiseRecord = { kept: 0, measured: 0, rank: null, ranked_of: null };

/** What became of consultants' measured promises, of all merchants together, and how they compare. */
export async function loadPromises(db: Db): Promise<(consultantId: string) => PromiseRecord> {
  const records = rankConsultants(await countPromises(db));
  return (consultantId) => records.get(consultantId) ?? none;
}
