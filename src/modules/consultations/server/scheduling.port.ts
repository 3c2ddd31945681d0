/** What a calendar's vendor reports of one booking. Times are UTC. */
export type BookingChange = {
  /** The order that the link named. */
  orderId: string;
  kind: "booked" | "moved" | "cancelled";
  uid: string;
  /** Of a moved one: the booking whose place it takes. */
  previousUid: string | null;
  /** Vendor time: an older change is not applied after a newer one. */
  changedAt: Date;
  startsAt: Date;
  endsAt: Date;
  /** Who booked, as they wrote it. */
  email: string | null;
  phone: string | null;
  /** Where the meeting takes place online; null when it is by phone, say. */
  meetingUrl: string | null;
  /** Where the booking is moved; null when the vendor names no page. */
  moveUrl: string | null;
};

export type SchedulingVendorName = "calcom" | "calendly";

/** Port for calendars on which merchants choose a time (`adapters/scheduling/*`). */
export interface SchedulingVendor {
  /** The last part of the address it reports to: `/webhooks/<vendor>`. */
  vendor: SchedulingVendorName;
  /** Whether a link is one of its pages. */
  ownsLink(url: string): boolean;
  /** The link with what is known of the client filled in; it names the order, whose id nobody can guess. */
  toOrderLink(
    url: string,
    client: { orderId: string; name: string; email: string | null; mobile: string },
  ): string;
  /**
   * What a webhook reports: nothing for events that change no booking of an order. Null when its signature, made over the
   * raw body, is not the vendor's, or too old at `now` (system clock).
   */
  parseWebhook(request: {
    body: Buffer;
    headers: Record<string, string | string[] | undefined>;
    now: Date;
  }): readonly BookingChange[] | null;
}
