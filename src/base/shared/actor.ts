/** Who acts for a merchant: somebody of their team, our staff, one of their rules, an assistant, or the product itself. */
export const actorKinds = ["member", "staff", "rule", "assistant", "system"] as const;
export type ActorKind = (typeof actorKinds)[number];

/** Made at the door (a request, a job, an event) and handed to every use case; never read from input. */
export type Actor = {
  /** Whose data may be read and changed; every statement of a use case is bounded by it. */
  readonly merchantId: string;
  /** `id` is the member's, the staff member's, the rule's or the assistant's; null for the product itself. */
  readonly by: { readonly kind: ActorKind; readonly id: string | null };
};

/** The product by itself: scheduled work, subscriptions to events, what a vendor's webhook sets going. */
export function systemActor(merchantId: string): Actor {
  return { merchantId, by: { kind: "system", id: null } };
}

export function memberActor(merchantId: string, memberId: string): Actor {
  return { merchantId, by: { kind: "member", id: memberId } };
}
