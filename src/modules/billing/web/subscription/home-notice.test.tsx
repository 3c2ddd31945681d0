import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { fakeServer, openPages } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import type { NoticeKind } from "../../contract/enums.ts";
import { aSubscription } from "../testing/subscription-views.ts";
import { SubscriptionHomeNotice } from "./home-notice.tsx";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = async (kind: NoticeKind) => {
  await setupI18n("en", { ar: { billing_subscription: ar }, en: { billing_subscription: en } });
  fakeServer({
    "Billing/subscription": {
      subscription: aSubscription(),
      can_start_trial: false,
      notices: [{ kind, text: "What happened" }],
      as_of: "2026-11-23T09:00:00.000Z",
    },
  });
  await openPages({ "/": () => <SubscriptionHomeNotice /> }, "/");
  return (await screen.findByText("What happened")).closest("[data-tone]");
};

it.each([
  ["payment_failed", "bad", "alert"],
  ["renewal_form_unpaid", "waiting", "note"],
  ["payment_returned", "info", "note"],
  ["trial_ending", "waiting", "note"],
] as const)("home says %s in the tone %s", async (kind, tone, role) => {
  const banner = await open(kind);
  expect([banner?.getAttribute("data-tone"), banner?.getAttribute("role")]).toEqual([tone, role]);
});
