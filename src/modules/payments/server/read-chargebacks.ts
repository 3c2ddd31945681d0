import { systemTxContext } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { loadSettlementsReadUntil, saveSettlementsReadUntil } from "./chargebacks.store.ts";
import type { PaymentsDeps } from "./payments.deps.ts";
import { recordChargeback } from "./record-chargeback.ts";

type Deps = Pick<PaymentsDeps, "gateways" | "systemClock" | "log">;

const dayMs = 86_400_000;
/** A cardholder may dispute a payment for 120 days: what is older than that at the first read is of no use. */
const firstReadMs = 120 * dayMs;
/** Settlements of the last days are read again: one may be listed late. */
const overlapMs = 7 * dayMs;

/**
 * Reads the chargebacks that the gateways settled, and publishes each once. A gateway that does not answer is read from
 * the same day on the next time. `now` is business time.
 */
export const readChargebacks = (deps: Deps) => {
  const { gateways, systemClock, log } = deps;
  const record = recordChargeback(deps);
  return async (db: Db, { now }: { now: Date }): Promise<void> => {
    for (const gateway of gateways.all) {
      const at = systemClock.now();
      const readUntil = await loadSettlementsReadUntil(db, gateway.gateway);
      const since = new Date(readUntil ? readUntil.getTime() - overlapMs : at.getTime() - firstReadMs);
      try {
        let isRead = true;
        for (const chargeback of await gateway.listChargebacks(since)) {
          const outcome = await db.transaction((tx) =>
            record(tx, {
              gateway: gateway.gateway,
              chargeback,
              toContext: (merchantId) => systemTxContext(tx, merchantId, now),
            }),
          );
          isRead = outcome !== "waits" && isRead;
        }
        if (isRead) await saveSettlementsReadUntil(db, { gateway: gateway.gateway, read_until: at });
      } catch (error) {
        log.error({ err: error, gateway: gateway.gateway }, "the gateway's settlements could not be read");
      }
    }
  };
};
