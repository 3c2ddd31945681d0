import type { Db } from "#base/server/db/db.ts";
import type { CreditShown } from "../contract/merchants.calls.ts";
import type { Credit } from "./credits.store.ts";
import type { FinanceDeps } from "./finance.deps.ts";

/** Credits with the names of their merchants and of the members who requested and decided them. */
export async function presentCredits(
  { staff, merchants }: Pick<FinanceDeps, "staff" | "merchants">,
  db: Db,
  credits: readonly Credit[],
): Promise<CreditShown[]> {
  const names = await merchants.loadNames(
    db,
    credits.map(({ merchant_id }) => merchant_id),
  );
  const members = await staff.loadNames(
    db,
    credits.flatMap(({ requested_by, decided_by }) => [requested_by, ...(decided_by ? [decided_by] : [])]),
  );
  const toMember = (id: string) => ({ id, name: members.get(id) ?? "" });
  return credits.map((credit) => ({
    id: credit.id,
    merchant: { id: credit.merchant_id, name: names.get(credit.merchant_id) ?? "" },
    amount_halalas: credit.amount_halalas,
    reason: credit.reason,
    state: credit.state,
    requested_by: toMember(credit.requested_by),
    requested_at: credit.requested_at.toISOString(),
    decided_by: credit.decided_by === null ? null : toMember(credit.decided_by),
    decided_at: credit.decided_at?.toISOString() ?? null,
  }));
}
