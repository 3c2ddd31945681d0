import { type Context, type ReadContext, systemContext, transact } from "#base/server/context.ts";
import { allowErasure, deleteOwnRows, rewriteOwnRows } from "#base/server/personal-data/erase-rows.store.ts";
import type { PersonalData, TableData } from "#base/server/personal-data/personal-data.ts";
import { loadShapes, sortChildrenFirst } from "#base/server/personal-data/tables.ts";
import { yieldToRequests } from "#base/server/yield-to-requests.ts";
import { findDueSteps, type PlannedStep, planErasure, rowsStep } from "../domain/plan-erasure.ts";
import { listSteps, lockErasure, markErased, markErasing, saveStep, setNextTry } from "./erasures.store.ts";
import type { PrivacyDeps } from "./privacy.deps.ts";

type Deps = Pick<PrivacyDeps, "db" | "log" | "personalData" | "worldClock" | "systemClock">;

/** The last step: what events under way have written since is deleted too. */
const sweep = "sweep";
/** Events under way are handled by then. */
const sweepAfterMs = 10 * 60_000;
const minuteMs = 60_000;
/** A run that has not ended by then was killed. */
const leaseMs = 60 * minuteMs;

/**
 * Does what an erasure still has to do, step by step, each remembered when it is done: a run that was killed goes on where
 * it was. A step that fails is tried again later and holds up only those that need it.
 */
export const runErasure =
  (deps: Deps) =>
  async ({ merchant_id }: { merchant_id: string }): Promise<void> => {
    const { db, worldClock, systemClock } = deps;
    const ctx = systemContext(db, merchant_id, worldClock.now());
    if (!(await begin(deps, ctx))) return;
    const planned = listPlanned(deps);
    for (;;) {
      const states = new Map((await listSteps(ctx)).map((state) => [state.step, state]));
      const { due, nextAt } = findDueSteps(planned, states, systemClock.now());
      if (nextAt === null) return finish(deps, ctx, states.get(sweep)?.is_done ?? false);
      if (due.length === 0) return transact(ctx, (ctx) => setNextTry(ctx, nextAt));
      for (const step of due) await tryStep(deps, ctx, step);
    }
  };

/**
 * False when there is nothing to erase (yet), or another run does. What spends money is stopped again: thirty days are
 * long.
 */
const begin = ({ personalData, systemClock }: Deps, ctx: ReadContext): Promise<boolean> =>
  transact(ctx, async (ctx) => {
    const erasure = await lockErasure(ctx);
    const systemNow = systemClock.now();
    if (!erasure || erasure.due_at > ctx.now || erasure.next_try_at > systemNow) return false;
    if (erasure.state !== "requested" && erasure.state !== "erasing") return false;
    await setNextTry(ctx, new Date(systemNow.getTime() + leaseMs));
    if (erasure.state === "erasing") return true;
    for (const { stopForErasure } of personalData.acts) await stopForErasure?.(ctx);
    await markErasing(ctx);
    return true;
  });

const listPlanned = ({ personalData }: Pick<Deps, "personalData">): PlannedStep[] =>
  planErasure([
    { module: "base", needs: [], steps: [] },
    ...personalData.acts.map(({ module, needs, beforeErasure = [] }) => ({
      module,
      needs,
      steps: beforeErasure,
    })),
  ]);

async function tryStep(deps: Deps, ctx: ReadContext, { name }: PlannedStep): Promise<void> {
  const { log, systemClock, personalData } = deps;
  const [module = "", step = ""] = name.split(":");
  const own = personalData.data.find((one) => one.module === module);
  const act = personalData.acts
    .find((one) => one.module === module)
    ?.beforeErasure?.find((one) => one.name === step);
  try {
    const isDone = name === rowsStep(module) ? await eraseRows(ctx, own) : ((await act?.run(ctx)) ?? true);
    await transact(ctx, (ctx) =>
      saveStep(ctx, { step: name, isDone, fault: null, systemNow: systemClock.now() }),
    );
  } catch (error) {
    log.warn({ err: error, merchant_id: ctx.actor.merchantId, step: name }, "a step of an erasure failed");
    const fault = error instanceof Error ? error.message.slice(0, 400) : String(error);
    await transact(ctx, (ctx) =>
      saveStep(ctx, { step: name, isDone: false, fault, systemNow: systemClock.now() }),
    );
  }
}

/** Deletes or empties the merchant's rows of a module's tables, children first, in small transactions. */
export async function eraseRows(ctx: ReadContext, data: PersonalData | undefined): Promise<boolean> {
  const tables = new Map((data?.tables ?? []).map((one) => [one.table, one]));
  const shapes = await loadShapes(ctx.db, [...tables.keys()]);
  for (const name of await sortChildrenFirst(ctx.db, [...tables.keys()])) {
    const [one, shape] = [tables.get(name), shapes.get(name)];
    if (!one || !shape) continue;
    await eraseTable(ctx, one, (ctx, owner) => deleteOwnRows(ctx, { shape, owner }));
  }
  return true;
}

type Delete = (
  ctx: Context,
  owner: Extract<TableData["policy"], { kind: "merchants" }>["owner"],
) => Promise<boolean>;

async function eraseTable(ctx: ReadContext, { table, policy }: TableData, remove: Delete): Promise<void> {
  if (policy.kind !== "merchants") return;
  const { erasure, owner } = policy;
  if (erasure.kind === "keep") {
    if (Object.keys(erasure.rewrite).length === 0) return;
    return transact(ctx, async (ctx) => {
      await allowErasure(ctx);
      await rewriteOwnRows(ctx, { table, owner, values: erasure.rewrite });
    });
  }
  for (let isEmpty = false; !isEmpty; ) {
    await yieldToRequests();
    isEmpty = await transact(ctx, async (ctx) => {
      await allowErasure(ctx);
      return remove(ctx, owner);
    });
  }
}

/** Everything has ended: what was written since is deleted a while later, and then the erasure is over. */
async function finish(deps: Deps, ctx: ReadContext, isSwept: boolean): Promise<void> {
  const { systemClock, personalData } = deps;
  if (isSwept) return transact(ctx, markErased);
  const systemNow = systemClock.now();
  const lastAt = Math.max(...(await listSteps(ctx)).map(({ tried_at }) => tried_at.getTime()));
  if (systemNow.getTime() < lastAt + sweepAfterMs)
    return transact(ctx, (ctx) => setNextTry(ctx, new Date(lastAt + sweepAfterMs + minuteMs)));
  for (const data of personalData.data.toReversed()) await eraseRows(ctx, data);
  await transact(ctx, async (ctx) => {
    await saveStep(ctx, { step: sweep, isDone: true, fault: null, systemNow });
    await markErased(ctx);
  });
}
