import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendPage } from "../../base/page.ts";
import type { World } from "../../base/world.ts";
import { bookedPage, refusedPage, slotsPage } from "./booking-pages.ts";
import { type Booking, type Bookings, makeBookings } from "./bookings.ts";

type Fields = Record<string, string | undefined>;

/** What a calendar's vendor adds to the pages that all have. */
export type Calendar = {
  vendor: string;
  title: { ar: string; en: string };
  /** The path of a booking's page, and of those that move and cancel it: `:id` is the booking's. */
  paths: { booked: string; move: string; cancel: string };
  /** What the link names and fills in, from its query. */
  readLink(query: Fields): { order: string; name: string; email: string; phone: string };
  /** Reports to the product: what was booked, moved (with the booking before) or cancelled. */
  report(change: {
    kind: "booked" | "moved" | "cancelled";
    booking: Booking;
    previous: Booking | null;
  }): Promise<void>;
};

/** The pages on which a time is chosen, moved and cancelled. */
export function mountBookingPages(app: FastifyInstance, world: World, calendar: Calendar): void {
  const { title, paths } = calendar;
  const bookings = makeBookings(world, calendar.vendor);
  const base = `/${calendar.vendor}`;
  const toPath = (path: string, id: string) => base + path.replace(":id", id);
  const showBooked = (reply: FastifyReply, booking: Booking) =>
    reply.redirect(toPath(paths.booked, booking.id), 303);

  app.get("/:user/:event", (request: FastifyRequest<{ Params: Fields; Querystring: Fields }>, reply) => {
    const { user = "", event = "" } = request.params;
    const { order, ...client } = calendar.readLink(request.query);
    const action = `${base}/${user}/${event}`;
    const shown = {
      vendor: title,
      event: `${user}/${event}`,
      action,
      now: world.now(),
      client,
      hidden: { order },
    };
    return sendPage(reply, 200, slotsPage(shown));
  });
  app.post("/:user/:event", async (request: FastifyRequest<{ Params: Fields; Body: Fields }>, reply) => {
    const { start = "", order = "", name = "", email = "", phone = "" } = request.body ?? {};
    if (!bookings.isFree(start)) return sendPage(reply, 409, refusedPage(title));
    const event = `${request.params.user}/${request.params.event}`;
    const booking = bookings.book({ event, order, name, email, phone, startsAt: start });
    await calendar.report({ kind: "booked", booking, previous: null });
    return showBooked(reply, booking);
  });
  app.get(paths.booked, (request: FastifyRequest<{ Params: Fields }>, reply) => {
    const booking = bookings.find(request.params.id ?? "");
    if (!booking) return sendPage(reply, 404, refusedPage(title));
    const moveUrl = toPath(paths.move, booking.id);
    return sendPage(
      reply,
      200,
      bookedPage({ vendor: title, booking, moveUrl, cancelUrl: toPath(paths.cancel, booking.id) }),
    );
  });
  mountChanges(app, world, { calendar, bookings, toPath, showBooked });
}

type Parts = {
  calendar: Calendar;
  bookings: Bookings;
  toPath: (path: string, id: string) => string;
  showBooked: (reply: FastifyReply, booking: Booking) => FastifyReply;
};

function mountChanges(
  app: FastifyInstance,
  world: World,
  { calendar, bookings, toPath, showBooked }: Parts,
): void {
  const { title, paths } = calendar;
  const findActive = (id: string | undefined) => {
    const booking = bookings.find(id ?? "");
    return booking?.state === "active" ? booking : undefined;
  };
  app.get(paths.move, (request: FastifyRequest<{ Params: Fields }>, reply) => {
    const booking = findActive(request.params.id);
    if (!booking) return sendPage(reply, 404, refusedPage(title));
    const action = toPath(paths.move, booking.id);
    const shown = { vendor: title, event: booking.event, action, now: world.now(), client: null, hidden: {} };
    return sendPage(reply, 200, slotsPage(shown));
  });
  app.post(paths.move, async (request: FastifyRequest<{ Params: Fields; Body: Fields }>, reply) => {
    const previous = findActive(request.params.id);
    const { start = "" } = request.body ?? {};
    if (!previous || !bookings.isFree(start)) return sendPage(reply, 409, refusedPage(title));
    const { event, order, name, email, phone } = previous;
    bookings.end(previous, "moved");
    const booking = bookings.book({ event, order, name, email, phone, startsAt: start });
    await calendar.report({ kind: "moved", booking, previous });
    return showBooked(reply, booking);
  });
  app.post(paths.cancel, async (request: FastifyRequest<{ Params: Fields }>, reply) => {
    const active = findActive(request.params.id);
    if (!active) return sendPage(reply, 404, refusedPage(title));
    const booking = bookings.end(active, "cancelled");
    await calendar.report({ kind: "cancelled", booking, previous: null });
    return showBooked(reply, booking);
  });
}
