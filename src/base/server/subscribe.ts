import type { EventDetails, EventShapes } from "../shared/events.ts";
import { type Context, systemTxContext } from "./context.ts";
import type { Subscription } from "./outbox-relay.ts";

/** An event as its subscriber reads it: checked against its shape, with its place in the history. */
export type ReceivedEvent<Shapes extends EventShapes> = {
  [Name in keyof Shapes & string]: EventDetails<Shapes[Name]> & {
    name: Name;
    merchant_id: string;
    position: number;
    /** UTC, system clock. */
    published_at: Date;
  };
}[keyof Shapes & string];

/**
 * Handles events of other modules, each once, in the transaction that also moves the subscription's place. The context
 * is the product's own on behalf of the event's merchant. `name` is unique and lasting: a new one begins at the first event.
 */
export function subscribe<Shapes extends EventShapes>({
  name,
  to,
  batchSize,
  handle,
}: {
  name: string;
  to: Shapes;
  batchSize?: number;
  handle(ctx: Context, event: ReceivedEvent<Shapes>): Promise<void>;
}): Subscription {
  return {
    name,
    events: Object.keys(to),
    ...(batchSize === undefined ? {} : { batchSize }),
    async handle(tx, { name: eventName, merchant_id, position, published_at, ...details }, now) {
      const shape = to[eventName];
      if (!shape || merchant_id === null) throw new Error(`${name} cannot handle ${eventName}`);
      const event = { ...shape.parse(details), name: eventName, merchant_id, position, published_at };
      await handle(systemTxContext(tx, merchant_id, now), event as ReceivedEvent<Shapes>);
    },
  };
}

/** Some of a module's events, to subscribe to. */
export function pickEvents<Shapes extends EventShapes, Name extends keyof Shapes & string>(
  shapes: Shapes,
  ...names: readonly Name[]
): Pick<Shapes, Name> {
  return Object.fromEntries(names.map((name) => [name, shapes[name]])) as Pick<Shapes, Name>;
}
