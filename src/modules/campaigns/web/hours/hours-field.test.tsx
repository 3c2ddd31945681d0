import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import { meta } from "#modules/ad-accounts/contract/capabilities/meta.ts";
import { tiktok } from "#modules/ad-accounts/contract/capabilities/tiktok.ts";
import { x } from "#modules/ad-accounts/contract/capabilities/x.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { HourPlan } from "#modules/ad-accounts/contract/hour-plan.ts";
import seasonsEn from "#modules/seasons/messages/en.json" with { type: "json" };
import type { Location } from "../../contract/shapes.ts";
import en from "../../messages/en.json" with { type: "json" };
import formEn from "../form/messages/en.json" with { type: "json" };
import { HoursField } from "./hours-field.tsx";

const ramadan = {
  key: "ramadan",
  starts_on: "2027-02-08",
  ends_on: "2027-03-08",
  hijri_year: 1448,
  phases: [],
};
const jeddah: Location = {
  city: "jeddah",
  names: { ar: "جدة", en: "Jeddah" },
  excluded: false,
  latitude: 21.4901,
  longitude: 39.1862,
  radius_metres: 40_000,
};
/** A branch of the merchant's own, half an hour's drive from Tabuk. */
const branch: Location = { ...jeddah, city: null, names: null, latitude: 28.2, longitude: 36.4 };
let value: HourPlan | null;
beforeEach(async () => {
  value = null;
  vi.stubGlobal("fetch", async () =>
    Response.json({ error: false, messages: [], data: { today: "2027-01-25", items: [ramadan] } }),
  );
  await setupI18n("en", { en: { campaigns: en, campaigns_form: formEn, seasons: seasonsEn } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

type Given = { limits: readonly Capabilities[]; startsAt: string | null; place: Location };
function Field({ limits, startsAt, place }: Given) {
  const [hours, setHours] = useState<HourPlan | null>(null);
  const change = (next: HourPlan | null) => {
    value = next;
    setHours(next);
  };
  return <HoursField limits={limits} value={hours} startsAt={startsAt} place={place} onChange={change} />;
}
const show = (
  limits: Capabilities | readonly Capabilities[],
  startsAt: string | null = null,
  place = jeddah,
) =>
  renderWeb(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Field limits={[limits].flat()} startsAt={startsAt} place={place} />
    </QueryClientProvider>,
  );

describe("when in the week the ads are shown", () => {
  it("is all the time where the platform takes no hours, with the reason", () => {
    show(meta);
    expect((screen.getByRole("radio", { name: en.hours.chosen }) as HTMLInputElement).disabled).toBe(true);
    expect(screen.getByText(/only with a budget for the whole campaign/)).toBeTruthy();
  });

  it("can be chosen for several platforms where one of them takes hours, and else each says why not", () => {
    show([meta, tiktok]);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: en.hours.chosen }).disabled).toBe(false);
    expect(screen.queryByText(/only with a budget for the whole campaign/)).toBeNull();
    cleanup();
    show([meta, x]);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: en.hours.chosen }).disabled).toBe(true);
    expect(screen.getAllByText(/all the time\./)).toHaveLength(2);
  });

  it("is chosen by a name, for the prayer times of the campaign's first day", async () => {
    show(tiktok, "2027-02-10T09:00:00.000Z");
    fireEvent.click(screen.getByRole("radio", { name: en.hours.chosen }));
    expect(screen.getByText(/Every day.*all day/)).toBeTruthy();
    // In Jeddah the sun sets at 18:20 that day, and Isha is two hours later.
    fireEvent.click(await screen.findByRole("button", { name: seasonsEn.presets.after_taraweeh }));
    expect(screen.getByText(/Every day .*10:00 pm.* to .*2:00 am/)).toBeTruthy();
    fireEvent.click(screen.getByRole("radio", { name: en.hours.always }));
    expect(value).toBeNull();
  });

  it.each([
    ["its city", jeddah, "Jeddah"],
    ["the city nearest to a point", branch, "Tabuk"],
  ])("is computed for the audience's first place, shown as %s", async (_, place, name) => {
    show(tiktok, "2027-02-10T09:00:00.000Z", place);
    fireEvent.click(screen.getByRole("radio", { name: en.hours.chosen }));
    const [city] = screen.getAllByLabelText<HTMLInputElement>(en.hours.city);
    await waitFor(() => expect(city?.value).toBe(name));
  });

  it("has no hours of Ramadan for a campaign in another month", async () => {
    show(tiktok, "2027-05-10T09:00:00.000Z");
    fireEvent.click(screen.getByRole("radio", { name: en.hours.chosen }));
    await screen.findByRole("button", { name: seasonsEn.presets.evenings });
    expect(screen.queryByRole("button", { name: seasonsEn.presets.suhoor })).toBeNull();
  });
});
