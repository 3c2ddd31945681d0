import type { World } from "../../base/world.ts";

/** A booking of a time; `order` and what the client wrote come from the link. */
export type Booking = {
  id: string;
  event: string;
  order: string;
  name: string;
  email: string;
  phone: string;
  startsAt: string;
  endsAt: string;
  state: "active" | "moved" | "cancelled";
};

const slotMinutes = 45;
const dayMs = 86_400_000;

/** Free times of the next days, as a calendar offers them: at 10, 13 and 16 o'clock in Riyadh. World time. */
export function listSlots(now: Date): Date[] {
  const midnight = Math.floor((now.getTime() + 3 * 3_600_000) / dayMs) * dayMs - 3 * 3_600_000;
  return [1, 2, 3].flatMap((day) =>
    [10, 13, 16].map((hour) => new Date(midnight + day * dayMs + hour * 3_600_000)),
  );
}

export const toEnd = (startsAt: string): string =>
  new Date(new Date(startsAt).getTime() + slotMinutes * 60_000).toISOString();

/** The bookings of one vendor, and what is done with them. A moved booking is replaced by a new one. */
export function makeBookings(world: World, vendor: string) {
  const table = world.table<Booking>(`${vendor}/bookings`);
  const isFree = (startsAt: string) => listSlots(world.now()).some((slot) => slot.toISOString() === startsAt);
  return {
    find: (id: string) => table.get(id),
    isFree,
    book: (input: Omit<Booking, "id" | "state" | "endsAt">): Booking =>
      table.put({
        ...input,
        id: world.ids.uuid(`${vendor}/booking`),
        endsAt: toEnd(input.startsAt),
        state: "active",
      }),
    end: (booking: Booking, state: "moved" | "cancelled"): Booking => table.put({ ...booking, state }),
  };
}

export type Bookings = ReturnType<typeof makeBookings>;
