/** A meeting for a calendar. Times are UTC: each calendar shows them in its own zone, Riyadh's for our merchants. */
export type CalendarMeeting = {
  /** The order's: a moved meeting replaces the entry it had. */
  id: string;
  title: string;
  startsAt: Date;
  endsAt: Date;
  changedAt: Date;
  /** Where the meeting is opened. */
  url: string;
};

/** The meeting as an iCalendar object (RFC 5545), with an alarm a day and an hour before. */
export function toCalendarFile({ id, title, startsAt, endsAt, changedAt, url }: CalendarMeeting): string {
  const alarm = (before: string) => [
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escapeText(title)}`,
    `TRIGGER:-${before}`,
    "END:VALARM",
  ];
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Rawaj//Consultations//AR",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${id}@rawaj`,
    `SEQUENCE:${Math.floor(changedAt.getTime() / 1_000)}`,
    `DTSTAMP:${toUtc(changedAt)}`,
    `DTSTART:${toUtc(startsAt)}`,
    `DTEND:${toUtc(endsAt)}`,
    `SUMMARY:${escapeText(title)}`,
    `URL:${url}`,
    ...alarm("P1D"),
    ...alarm("PT1H"),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** "20261201T100000Z". */
const toUtc = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, "");

const escapeText = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, "\\n");

/** A line has at most 75 octets; what is longer goes on after a space on the next, never inside a letter. */
function foldLine(line: string): string {
  const rows: string[] = [];
  let row = "";
  for (const letter of line) {
    if (Buffer.byteLength(row + letter) > 75) {
      rows.push(row);
      row = " ";
    }
    row += letter;
  }
  return [...rows, row].join("\r\n");
}
