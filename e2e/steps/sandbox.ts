import { expect } from "@playwright/test";
import { frozenWorld } from "#app/testing/frozen-world.ts";
import type { AdPlatform } from "./connect.ts";

type Message = { to: string; text: string; channel: string };
export type Fault = {
  vendor: "salla" | "moyasar" | "unifonic" | "language-model" | AdPlatform;
  kind: string;
  times?: number;
  path?: string;
  method?: string;
  ms?: number;
};
type ReceivedCall = { method: string; path: string; body: string };
type DemoStore = { store_id: number; url: string };

/** The sandbox, by its control API: its clock, its phones, its faults and what really happened. */
export type Sandbox = ReturnType<typeof makeSandbox>;

export function makeSandbox(url: string) {
  async function callControl<Answer>(
    path: string,
    body?: object,
    method = body ? "POST" : "GET",
  ): Promise<Answer> {
    const answer = await fetch(`${url}/control/${path}`, {
      method,
      ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }
  const messagesTo = async (mobile: string) =>
    (await callControl<Message[]>("messages?limit=1000"))
      .filter(({ to }) => to.endsWith(mobile.slice(-9)))
      .reverse();
  return {
    url,
    /** What another product needs to use the same sandbox. */
    endpoints: async () => ({
      url,
      hosts: await callControl<Record<string, string>>("hosts"),
      credentials: await callControl<Record<string, string>>("credentials"),
    }),
    /** Moves the paused clock: "PT1H", "P1D". Returns when every click and webhook of that time is done. */
    step: (period: string) => callControl("clock", { step: period }),
    now: async () => new Date((await callControl<{ now: string }>("clock")).now),
    messagesTo,
    /** The code in the nth message this number received. */
    async codeFor(mobile: string, nth = 1): Promise<string> {
      await expect.poll(async () => (await messagesTo(mobile)).length).toBeGreaterThanOrEqual(nth);
      return /\d{6}/.exec((await messagesTo(mobile))[nth - 1]?.text ?? "")?.[0] ?? "";
    },
    /** The e-mails that an address received, oldest first. */
    mailTo: async (address: string) =>
      (
        await callControl<Message[]>(`messages?limit=100&channel=email&to=${encodeURIComponent(address)}`)
      ).reverse(),
    fault: (fault: Fault) => callControl("faults", fault),
    clearFaults: (vendor: Fault["vendor"]) => callControl(`faults?vendor=${vendor}`, undefined, "DELETE"),
    /** The requests that a platform received, newest first. */
    received: (vendor: AdPlatform) => callControl<ReceivedCall[]>(`received?vendor=${vendor}&limit=2000`),
    /** What really happened to a campaign while the clock is paused, by the platform's own id of it. */
    frozen: frozenWorld({ control: callControl }),
    stores: () => callControl<DemoStore[]>("salla/stores"),
    changeStore: (change: object) => callControl("salla/stores", change),
    /** What the bank answers when a saved card is charged: "51" declines for want of money, "00" approves. */
    changeSavedCard: (change: { last_four: string; code: string }) => callControl("moyasar/cards", change),
    /** The person revokes access in their own settings of an ad platform. */
    revoke: (platform: AdPlatform, identity: string) => callControl(`${platform}/revoke`, { identity }),
    /** The sites a WooCommerce owner may have, with whether one is connected. */
    wooSites: () => callControl<{ site: string; installed: boolean }[]>("woocommerce/stores"),
    /** A new shop on no platform. */
    ownSite: () => callControl<{ url: string }>("site/sites", { fresh: true }),
  };
}
