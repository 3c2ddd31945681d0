import { z } from "zod";
import { defineCalls, halalasSchema, instant } from "#base/shared/contract.ts";
import { staffActs } from "./enums.ts";

const staffAct = z.object({
  id: z.number().int(),
  action: z.enum(staffActs),
  /** Where the act has an amount. */
  amount_halalas: halalasSchema.nullable(),
  /** As staff wrote it, where the act has one. */
  reason: z.string().nullable(),
  /** UTC. */
  recorded_at: instant,
});
export type StaffActShown = z.output<typeof staffAct>;

export const staffActsCalls = defineCalls({
  "GET Clients/Finance/staff-acts": {
    summary: "What our team looked at and did with the merchant's money, newest first",
    access: { subject: "staff_act", action: "read" },
    readsReplica: true,
    query: z.object({
      /** The `next` of the page before. */
      before: z.coerce.number().int().min(1).optional(),
      size: z.coerce.number().int().min(1).max(50).default(10),
    }),
    answer: z.object({ items: z.array(staffAct), next: z.number().int().nullable() }),
  },
});
export type StaffActsCalls = typeof staffActsCalls;
