import { html, page } from "../../base/page.ts";
import { type Booking, listSlots } from "./bookings.ts";

type Vendor = { ar: string; en: string };

const frame = (vendor: Vendor, body: ReturnType<typeof html>) =>
  page({ title: `${vendor.ar} · sandbox`, body: html`<main><div class="card">${body}</div></main>` });

const writeTime = (at: Date | string) =>
  new Intl.DateTimeFormat("ar-SA-u-ca-gregory-nu-latn", {
    timeZone: "Asia/Riyadh",
    dateStyle: "full",
    timeStyle: "short",
  }).format(new Date(at));

type SlotsPage = {
  vendor: Vendor;
  event: string;
  action: string;
  now: Date;
  /** Name, e-mail and number as the link filled them in; null where a booking is moved. */
  client: { name: string; email: string; phone: string } | null;
  hidden: Record<string, string>;
};

/** The free times, and who books. Plain forms, no script. */
export function slotsPage({ vendor, event, action, now, client, hidden }: SlotsPage): string {
  const field = (name: string, label: string, value: string) =>
    html`<label>${label}<br><input type="text" name="${name}" value="${value}" dir="ltr" autocomplete="off"></label>`;
  return frame(
    vendor,
    html`<p class="soft">${vendor.ar} · <span lang="en" dir="ltr">${vendor.en}</span></p>
    <h1 dir="ltr">${event}</h1>
    <form method="post" action="${action}">
      ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
      ${client ? [field("name", "Name", client.name), field("email", "Email", client.email), field("phone", "Phone", client.phone)] : null}
      <h2>اختر موعدًا <small lang="en" dir="ltr">Select a time</small></h2>
      ${listSlots(now).map(
        (slot) => html`<p><button name="start" value="${slot.toISOString()}">${writeTime(slot)}</button></p>`,
      )}
    </form>`,
  );
}

type BookedPage = { vendor: Vendor; booking: Booking; moveUrl: string; cancelUrl: string };

/** What was booked, with the ways to move and cancel it. */
export function bookedPage({ vendor, booking, moveUrl, cancelUrl }: BookedPage): string {
  const words = {
    active: "تم الحجز · Booked",
    moved: "نُقل الموعد · Moved",
    cancelled: "أُلغي الحجز · Cancelled",
  };
  return frame(
    vendor,
    html`<h1>${words[booking.state]}</h1><p>${writeTime(booking.startsAt)}</p>
    ${
      booking.state === "active"
        ? html`<p class="row"><a class="button" href="${moveUrl}">نقل الموعد · <span lang="en">Reschedule</span></a></p>
    <form method="post" action="${cancelUrl}"><button>إلغاء الحجز · <span lang="en">Cancel</span></button></form>`
        : null
    }`,
  );
}

export const refusedPage = (vendor: Vendor): string =>
  frame(
    vendor,
    html`<h1>هذا الموعد غير متاح</h1><p lang="en" dir="ltr">This time or booking is not available.</p>`,
  );
