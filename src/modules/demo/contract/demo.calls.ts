import { z } from "zod";
import { defineCalls, instant } from "#base/shared/contract.ts";

export const demoCalls = defineCalls({
  "POST Clients/Demo/enter": {
    summary: "Opens the demo store for a visitor; the token reads the demo alone and changes nothing",
    access: "public",
    answer: z.object({ token: z.string(), expires_at: instant }),
    refusals: ["demo.too_many_visits", "demo.not_open"],
  },
});
export type DemoCalls = typeof demoCalls;
