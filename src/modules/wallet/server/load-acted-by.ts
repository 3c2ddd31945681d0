import { listFirstActs } from "#base/server/audit.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { ActedBy } from "../contract/acted-by.ts";
import type { WalletDeps } from "./wallet.deps.ts";

/** Who began each of these: a deposit, a withdrawal, an order. What no log names is absent. */
export const loadActedBy =
  ({ merchants }: { merchants: Pick<WalletDeps["merchants"], "nameActors"> }) =>
  async (ctx: ReadContext, subjects: readonly string[]): Promise<ReadonlyMap<string, ActedBy>> => {
    if (subjects.length === 0) return new Map();
    const acts = await listFirstActs(ctx, [...new Set(subjects)]);
    const names = await merchants.nameActors(ctx, acts);
    return new Map(
      acts.map(({ subject, actor_kind, actor_id }) => [
        subject,
        { kind: actor_kind, name: names.get(actor_id ?? "") ?? null },
      ]),
    );
  };
