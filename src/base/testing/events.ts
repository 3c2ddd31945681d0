import type { DomainEvent } from "../shared/events.ts";

/** An event of no module, to test what carries events. */
export function testEvent(details: Record<string, unknown> = {}): DomainEvent {
  return { name: "thing.happened", merchant_id: "mer_1", ...details } as unknown as DomainEvent;
}
