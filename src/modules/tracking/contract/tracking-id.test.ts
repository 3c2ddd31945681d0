import { expect, it } from "vitest";
import { typedTrackingId } from "./tracking-id.ts";

it.each([
  ["12345678", "12345678"],
  [" ٠١٢٣٤٥٦٧ ", "01234567"],
  ["۱۲۳۴۵۶۷۸", "12345678"],
])("%j is the tracking id %s", (typed, id) => {
  expect(typedTrackingId.parse(typed)).toBe(id);
});

it.each(["", "1234567", "123456789", "1234567a", "1234 5678", "12345678\n9"])(
  "%j is refused: a tracking id is an 8-digit code",
  (typed) => {
    const [issue] = typedTrackingId.safeParse(typed).error?.issues ?? [];
    expect(issue?.message).toBe("tracking:id_not_valid");
  },
);
