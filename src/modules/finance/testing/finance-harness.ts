import { randomUUID } from "node:crypto";
import { composeTestApp } from "#app/testing/compose-test-app.ts";
import { systemClock } from "#base/server/clock.ts";
import { systemContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { type CallOptions, testServer } from "#base/testing/http.ts";
import { fakeNameActors } from "#modules/merchants/testing/fake-name-actors.ts";
import { listRefundable } from "#modules/payments/server/list-refundable.ts";
import { addMember } from "#modules/staff/server/manage-members.ts";
import { saveBankAccount } from "#modules/wallet/server/bank-accounts.store.ts";
import { requestWithdrawal } from "#modules/wallet/server/request-withdrawal.ts";
import { depositBounds } from "#modules/wallet/server/wallet.deps.ts";
import { aDeposit, aWallet } from "#modules/wallet/testing/builders.ts";

type WithdrawalDeps = Parameters<typeof requestWithdrawal>[0];
export const iban = "SA0380000000608010167519";

/** Every code confirms; no withdrawal here goes to a card. */
const withdrawalDeps: WithdrawalDeps = {
  systemClock,
  settings: {
    ...depositBounds,
    withdrawalDailyLimitHalalas: 2_000_000,
    withdrawalRests: false,
    adSpendInvoicing: "monthly",
  },
  payments: { listRefundable } as unknown as WithdrawalDeps["payments"],
  merchants: {
    requestConfirmation: async () => 60,
    confirm: async () => ({ kind: "confirmed" }),
    findContact: async () => ({ name: "متجر نخلة", mobile: "+966512345678" }),
    nameActors: fakeNameActors,
    loadMobileChangedAt: async () => null,
  },
};

/** The product's modules on a test database: calls as a merchant and as two members of the staff. */
export async function openFinanceHarness() {
  const { composed, db, worldClock, close } = await composeTestApp();
  const server = await testServer(db, (app, http) => composed.mountCalls(app, http), worldClock);
  const members = { noura: "", salem: "" };
  const own = () => systemContext(db, "mer_1", worldClock.now());
  return {
    db,
    members,
    own,
    /** Empties the database; then two members, and one merchant with 1,000 riyals that no card paid. */
    async reset() {
      await db.reset();
      const now = worldClock.now();
      for (const name of ["noura", "salem"] as const) {
        const input = { email: `${name}@rawaj.example`, name, role: "finance" } as const;
        members[name] = (await addMember(db, input, now)).member.id;
      }
      await db.run(sql`
        insert into merchants.merchants (id, name, name_folded, mobile, created_at, updated_at)
        values ('mer_1', 'متجر هند 100%', 'متجر هند 100%', '+966501234567', ${now}, ${now})`);
      await aWallet(db, "mer_1", 100_000);
    },
    /** `call("GET payouts", { as })`: with a key of its own unless one is given. */
    call: (name: string, options: CallOptions) =>
      server.call(name.replace(" ", " Staff/Finance/"), { key: randomUUID(), ...options }),
    callAsMerchant: (name: string, options: CallOptions = {}) =>
      server.call(name, { key: randomUUID(), as: "mer_1", ...options }),
    /** A deposit of 200 riyals, paid by card. */
    depositByCard: (id: string) => aDeposit(db, worldClock, "mer_1", 20_000, id),
    /** A withdrawal to the bank account as a whole. */
    async requestPayout(amount_halalas: number): Promise<string> {
      await transact(own(), (ctx) => saveBankAccount(ctx, { iban, holder_name: "هند" }, worldClock.now()));
      const caller = { address: "192.0.2.1" } as Parameters<
        ReturnType<typeof requestWithdrawal>
      >[1]["caller"];
      const request = { amount_halalas, code: "482913", caller };
      return (await requestWithdrawal(withdrawalDeps)(own(), request)).withdrawalId;
    },
    listStaffActs: () =>
      db.many<{ member_id: string; action: string; details: object }>(sql`
        select member_id, action, details from staff.audit_log where action like 'finance.%' order by id`),
    async close() {
      await server.app.close();
      await close();
    },
  };
}
