import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { formatFor } from "../runtime/format.ts";
import { setDigits } from "../runtime/preferences.ts";
import { renderWeb, setupI18n } from "../testing/render-web.tsx";
import { Money } from "./money.tsx";

afterEach(() => {
  cleanup();
  setDigits("latn");
});

test("an amount reads left to right, with the riyal sign named for screen readers", async () => {
  await setupI18n("ar");
  renderWeb(<Money halalas={482050} />);
  const sign = screen.getByRole("img", { name: "ريال سعودي" });
  const amount = sign.closest("bdi");
  expect(amount?.dir).toBe("ltr");
  expect(amount?.textContent).toBe("\u00a04,820.50");
});

test("Arabic-Indic digits are used for readers who chose them, in Arabic only", async () => {
  setDigits("arab");
  await setupI18n("ar");
  renderWeb(<Money halalas={123450} />);
  expect(screen.getByText(/١٬٢٣٤٫٥٠/)).toBeDefined();
  cleanup();
  await setupI18n("en");
  renderWeb(<Money halalas={123450} />);
  expect(screen.getByText(/1,234\.50/)).toBeDefined();
});

test("round amounts lose their zeros only on request, and a minus stays in front of the figure", async () => {
  await setupI18n("en");
  renderWeb(
    <>
      <Money halalas={-12500} />
      <Money halalas={5000} whole signed />
    </>,
  );
  expect(screen.getByText(/\u2212125\.00/)).toBeDefined();
  expect(screen.getByText(/\+50$/)).toBeDefined();
});

test("days are Riyadh's and Gregorian: 21:30 UTC is already tomorrow", () => {
  const arabic = formatFor("ar");
  expect(arabic.date("2026-11-20T21:30:00Z")).toBe("21 نوفمبر 2026");
  expect(formatFor("ar", "arab").date("2026-11-20T21:30:00Z")).toBe("٢١ نوفمبر ٢٠٢٦");
  expect(formatFor("en").date("2026-11-20T21:30:00Z")).toBe("21 November 2026");
});

test("yesterday is named by the day in Riyadh, not by 24 hours", () => {
  const now = new Date("2026-11-21T08:00:00Z");
  expect(formatFor("ar").relative("2026-11-20T20:00:00Z", now)).toBe("أمس");
  expect(formatFor("en").relative("2026-11-21T05:00:00Z", now)).toBe("3 hours ago");
});
