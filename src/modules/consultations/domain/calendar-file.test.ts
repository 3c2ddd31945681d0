import { describe, expect, it } from "vitest";
import { toCalendarFile } from "./calendar-file.ts";

const meeting = {
  id: "cso_1",
  title: "مراجعة الحملات، وخطة الشهر; مع خبير التسويق في رواج لمتجرك وإعلاناتك القادمة",
  startsAt: new Date("2026-12-01T10:00:00Z"),
  endsAt: new Date("2026-12-01T10:45:00Z"),
  changedAt: new Date("2026-11-29T08:00:00Z"),
  url: "https://rawaj.example/marketing-consultations-orders/cso_1",
};

describe("a meeting's calendar file", () => {
  const file = toCalendarFile(meeting);
  const unfolded = file.replaceAll("\r\n ", "");

  it("has its time, its title and where it is opened", () => {
    expect(unfolded).toContain("DTSTART:20261201T100000Z\r\n");
    expect(unfolded).toContain("DTEND:20261201T104500Z\r\n");
    expect(unfolded).toContain(`SUMMARY:${meeting.title.replace(";", "\\;")}\r\n`);
    expect(unfolded).toContain(`URL:${meeting.url}\r\n`);
    expect(unfolded.match(/TRIGGER:-(\w+)/g)).toEqual(["TRIGGER:-P1D", "TRIGGER:-PT1H"]);
  });

  it("has lines of 75 octets at most, which break no letter", () => {
    for (const line of file.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(file).not.toContain("\uFFFD");
  });

  it("stays the same entry when it is moved, as a newer one", () => {
    const moved = toCalendarFile({ ...meeting, changedAt: new Date("2026-11-30T08:00:00Z") });
    const read = (text: string, field: string) => new RegExp(`${field}:(.*)\r`).exec(text)?.[1];
    expect(read(moved, "UID")).toBe(read(file, "UID"));
    expect(Number(read(moved, "SEQUENCE"))).toBeGreaterThan(Number(read(file, "SEQUENCE")));
  });
});
