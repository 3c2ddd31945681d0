import { z } from "zod";
import { defineCalls, instant } from "#base/shared/contract.ts";

const ledgerCheck = z.object({
  /** Seconds since the last one that finished; since the first wallet when there is none. */
  age_seconds: z.number().int(),
  is_late: z.boolean(),
});

const writeLock = z.object({
  /** Null while money may be written. */
  lock: z
    .object({
      /** What the failed check found, by the name of the finding; zero is right. */
      findings: z.array(z.object({ name: z.string(), count: z.number().int() })),
      locked_at: instant,
      /** When a check of the whole ledger passed after the lock; null while none did. */
      passed_at: instant.nullable(),
    })
    .nullable(),
  /** The ledger's own checks. `wrong`: one failed and money writes are stopped; `late`: one has not finished in time. */
  check: z.object({
    state: z.enum(["right", "wrong", "late"]),
    /** Of new entries, every five minutes. */
    of_new: ledgerCheck,
    /** Of the whole ledger, every night. */
    of_whole: ledgerCheck,
  }),
});
export type WriteLockShown = z.output<typeof writeLock>;

export const writeLockCalls = defineCalls({
  "GET Staff/Finance/write-lock": {
    summary:
      "Whether money writes are stopped, what the failed check of the ledger found, and how old its checks are",
    access: { subject: "write_lock", action: "read" },
    answer: writeLock,
  },
  "POST Staff/Finance/write-lock/lift": {
    summary: "Lets money be written again, once a check of the whole ledger has passed",
    access: { subject: "write_lock", action: "manage" },
    answer: writeLock,
    refusals: ["wallet.check_not_passed"],
  },
});
export type WriteLockCalls = typeof writeLockCalls;
