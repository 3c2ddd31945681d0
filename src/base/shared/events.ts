import type { z } from "zod";

/** Details of a module's events by their names: `{ "campaign.started": z.object({ campaign_id: z.string() }) }`. */
export type EventShapes = Record<string, z.ZodObject>;

/**
 * Describes the events a module publishes. The module adds them to the registry, which types publishing, subscribing
 * and the web's live table:
 *
 *     declare module "#base/shared/events.ts" {
 *       interface EventRegistry extends EventsOf<typeof campaignsEvents> {}
 *     }
 */
export function defineEvents<const Shapes extends EventShapes>(shapes: Shapes): Shapes {
  return shapes;
}

/** Details by event name, of all modules. */
// biome-ignore lint/suspicious/noEmptyInterface: every module's contract adds its events
export interface EventRegistry {}

/** What a shape's events carry; an empty shape carries nothing, and says nothing about the event's other fields. */
export type EventDetails<Shape extends z.ZodObject> = keyof Shape["shape"] extends never
  ? unknown
  : z.output<Shape>;

export type EventsOf<Shapes extends EventShapes> = {
  [Name in keyof Shapes & string]: EventDetails<Shapes[Name]>;
};

export type EventName = keyof EventRegistry;

/** Something that happened to a merchant, named in the past tense, with its details. */
export type DomainEvent<Name extends EventName = EventName> = {
  [One in Name]: { name: One; merchant_id: string } & EventRegistry[One];
}[Name];
