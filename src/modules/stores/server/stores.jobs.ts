import { sql } from "#base/server/db/db.ts";
import { handleJob, type JobDefinition, type JobHandler, RescheduleJob } from "#base/server/jobs.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { readAllAgain, syncAll } from "./ask-sync.ts";
import { restateUnconfirmed } from "./count-unconfirmed.ts";
import { sayFarewell } from "./disconnect-store.ts";
import { countFailure, noteBlock, readOneOrder, readOrdersPage } from "./read-orders.ts";
import { readProductsPage } from "./read-products.ts";
import { readShop } from "./read-shop.ts";
import type { StoresDeps } from "./stores.deps.ts";
import * as kinds from "./stores.kinds.ts";
import { subscribe } from "./subscribe.ts";

const keptDeliveryDays = 14;

/** Everything this room does later. */
export function storesJobs(deps: StoresDeps): JobHandler[] {
  return [
    outside(deps, kinds.subscribeKind, ({ store_id }) => subscribe(deps, store_id)),
    outside(deps, kinds.readOrdersKind, (reading) => readOrdersPage(deps, reading), isSync),
    outside(deps, kinds.readOrderKind, ({ store_id, external_order_id }) =>
      readOneOrder(deps, store_id, external_order_id),
    ),
    outside(deps, kinds.readProductsKind, (reading) => readProductsPage(deps, reading)),
    outside(deps, kinds.readShopKind, ({ store_id }) => readShop(deps, store_id)),
    outside(deps, kinds.farewellKind, ({ store_id }) => sayFarewell(deps, store_id)),
    handleJob(kinds.recountKind, (input) => restateUnconfirmed(deps, input)),
    handleJob(kinds.syncAllKind, () => syncAll(deps)),
    handleJob(kinds.dailyKind, async () => {
      await readAllAgain(deps);
      await forgetOldTraces(deps);
    }),
  ];
}

/** The safety net comes again in minutes anyway: a busy platform is not asked twice for the same. */
const isSync = ({ purpose }: { purpose: string }) => purpose === "sync";

const ordersKinds = new Set([kinds.readOrdersKind.name, kinds.readOrderKind.name]);

/** Gives each of the four faults its next step: wait, stop (the loss is already told), count it, or try again. */
function outside<Input extends { store_id: string }>(
  deps: StoresDeps,
  kind: JobDefinition<Input>,
  work: (input: Input) => Promise<void>,
  comesAgain: (input: Input) => boolean = () => false,
): JobHandler {
  return handleJob(kind, async (input) => {
    try {
      await work(input);
    } catch (error) {
      if (!isFault(error)) throw error;
      const { store_id } = input;
      deps.log.warn(
        { job: kind.name, store_id, fault: error.kind, reason: error.reason },
        "a store did not answer",
      );
      if (error.kind === "reconnect") return;
      if (error.kind === "outcome_unknown") throw error;
      if (ordersKinds.has(kind.name)) await noteBlock(deps, store_id, error);
      if (error.kind === "rejected" || comesAgain(input)) return countFailure(deps, store_id, error);
      throw new RescheduleJob((error.retryAfterSeconds ?? 30) * (1 + Math.random() / 5));
    }
  });
}

async function forgetOldTraces({ db, systemClock }: StoresDeps): Promise<void> {
  const before = new Date(systemClock.now().getTime() - keptDeliveryDays * 86_400_000);
  await db.run(sql`delete from stores.deliveries where received_at < ${before}`);
  await db.run(sql`delete from stores.consents where expires_at < ${before}`);
}
