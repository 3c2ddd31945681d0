import { z } from "zod";

/** A payment's id as its gateway made it: Moyasar's are UUIDs, Tap's charges look like `chg_TS05A2720231337k8CR1905461`. */
export const paymentId = z.string().regex(/^[\w-]{8,64}$/);
