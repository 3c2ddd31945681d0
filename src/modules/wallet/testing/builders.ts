import { type Clock, systemClock } from "#base/server/clock.ts";
import { type ReadContext, systemContext, transact } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { makeVault } from "#base/server/secrets.ts";
import { halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { hasCard, insertCard } from "#modules/payments/server/cards.store.ts";
import { findPaid } from "#modules/payments/server/list-refundable.ts";
import { makeGateways } from "#modules/payments/server/payment-gateway.port.ts";
import { requestRefund } from "#modules/payments/server/request-refund.ts";
import { recordPayment } from "#modules/payments/server/settle-payment.ts";
import { makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { available, platformAccount } from "../domain/accounts.ts";
import { applyPayment } from "../server/apply-payment.ts";
import { transfer } from "../server/ledger.ts";

const yesterday = new Date("2026-11-20T09:00:00Z");

/** Puts money into a wallet as a paid deposit would, for tests of any module. Repeated with the key, nothing moves. */
export async function aWallet(
  db: Db,
  merchantId: string,
  amountHalalas: number,
  key = "deposit:given",
): Promise<void> {
  await transact(systemContext(db, merchantId, yesterday), (ctx) =>
    transfer(ctx, {
      key,
      from: platformAccount("gateway", merchantId),
      to: available(merchantId),
      amount: halalas(amountHalalas),
      kind: "deposit",
      reference: "dep_given",
      day: toRiyadhDay(yesterday),
    }),
  );
}

/** A deposit that was started and paid, recorded as from the gateway's response, and credited. */
export async function aDeposit(
  db: Db,
  worldClock: Clock,
  merchantId: string,
  amountHalalas: number,
  id: string,
): Promise<void> {
  await db.run(sql`
    insert into payments.intents
      (id, merchant_id, purpose, subject, amount_halalas, gateway, status, save_card, created_at)
    values (${id}, ${merchantId}, 'wallet_deposit', ${merchantId}, ${amountHalalas}, 'moyasar', 'waiting', false,
      ${worldClock.now()})`);
  const gateway = makeFakeGateway();
  const vault = makeVault([{ id: "k1", key: Buffer.alloc(32, 1) }]);
  const payment = gateway.pay(id, amountHalalas);
  const log = makeLog("silent");
  const gateways = makeGateways(gateway);
  await recordPayment({ gateways, vault, systemClock, log })(db, {
    gateway: gateway.gateway,
    payment,
    now: worldClock.now(),
  });
  await transact(systemContext(db, merchantId, worldClock.now()), (ctx) =>
    applyPayment(ctx, {
      payment_id: payment.id,
      deposit_id: id,
      amount_halalas: amountHalalas,
      refunded_halalas: 0,
      reported_at: systemClock.now(),
    }),
  );
}

/** What the wallet needs of the payments. */
export const paymentsWithCards = {
  hasCard: (ctx: ReadContext) => hasCard(ctx, systemClock.now()),
  findPaid,
  requestRefund: requestRefund({ systemClock }),
  createIntent: async (): Promise<never> => {
    throw new Error("no gateway takes a payment here");
  },
};

/** A saved card that cannot be charged. */
export async function aCard(db: Db, merchantId: string, id = `crd_${merchantId}`): Promise<void> {
  await transact(systemContext(db, merchantId, yesterday), (ctx) =>
    insertCard(ctx, {
      id,
      gateway: "moyasar",
      sealed_token: "sealed",
      token_hash: id,
      brand: "mada",
      last_four: "1010",
      expiry_month: 12,
      expiry_year: 2030,
      holder_name: "NOURA TEST",
      name: "mada",
      theme: "blue",
      is_default: false,
      added_at: yesterday,
    }),
  );
}

export function listEntries(db: Db, merchantId: string) {
  return db.many<{ key: string; kind: string; amount_halalas: number }>(sql`
    select key, kind, amount_halalas from wallet.entries where merchant_id = ${merchantId} order by id`);
}
