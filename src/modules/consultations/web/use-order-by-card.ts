import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useIdempotencyKey } from "#base/web/data/idempotency.ts";
import type { Answers } from "../contract/questions.ts";
import type { BegunPayment } from "./card-part.tsx";
import { call } from "./consultations.queries.ts";

type Input = {
  answers: Answers;
  coupon?: string;
  expected_price_halalas: number;
  amount_halalas: number;
  card_id?: string;
};

/** Orders by card, once for a press. A saved card is charged at once; without one the gateway's form is `begun`. */
export function useOrderByCard(id: string) {
  const navigate = useNavigate();
  const key = useIdempotencyKey(`consultations.order-by-card.${id}`);
  const [begun, setBegun] = useState<BegunPayment | null>(null);
  return {
    begun,
    back: () => setBegun(null),
    async begin(body: Input) {
      const { form, ...deposit } = await call("POST Clients/Consultations/{id}/order-by-card", {
        params: { id },
        body,
        idempotencyKey: key.for(body),
        quiet: true,
      });
      key.done();
      if (form) setBegun({ ...deposit, form });
      else await navigate({ to: "/marketing-consultations-paid/$id", params: { id: deposit.deposit_id } });
    },
  };
}
