import { describe, expect, it } from "vitest";
import { isTimeToCapture, windowToRead } from "./reading-window.ts";

const at = (text: string) => new Date(text);
const started = at("2026-11-01T00:00:00Z");
const now = at("2026-11-21T09:20:00Z");

describe("the hours asked for", () => {
  it("begin with the campaign at first, and end beyond the hour under way", () => {
    expect(windowToRead(started, null, now)).toEqual({
      from: started,
      to: at("2026-11-21T10:00:00Z"),
      corrects: true,
    });
  });

  it("overlap what was read a moment ago", () => {
    const reading = {
      readUntil: at("2026-11-21T09:10:00Z"),
      correctedAt: at("2026-11-21T06:00:00Z"),
      capturedAt: now,
    };
    expect(windowToRead(started, reading, now)).toMatchObject({
      from: at("2026-11-21T06:00:00Z"),
      corrects: false,
    });
  });

  it("go three days back when corrections are due", () => {
    const reading = {
      readUntil: at("2026-11-21T09:10:00Z"),
      correctedAt: at("2026-11-21T03:00:00Z"),
      capturedAt: now,
    };
    expect(windowToRead(started, reading, now)).toMatchObject({
      from: at("2026-11-18T09:00:00Z"),
      corrects: true,
    });
  });

  it("leave no gap after a long silence", () => {
    const reading = {
      readUntil: at("2026-11-10T12:00:00Z"),
      correctedAt: at("2026-11-21T09:00:00Z"),
      capturedAt: now,
    };
    expect(windowToRead(started, reading, now).from).toEqual(at("2026-11-10T09:00:00Z"));
  });
});

describe("the spend", () => {
  const reading = (capturedAt: string) => ({ readUntil: now, correctedAt: now, capturedAt: at(capturedAt) });

  it("is captured at the first reading, then once an hour", () => {
    expect(isTimeToCapture(null, now)).toBe(true);
    expect(isTimeToCapture(reading("2026-11-21T09:00:00Z"), now)).toBe(false);
    expect(isTimeToCapture(reading("2026-11-21T08:59:59Z"), now)).toBe(true);
  });
});
