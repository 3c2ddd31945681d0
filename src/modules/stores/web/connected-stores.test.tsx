import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import { listAvailability } from "../contract/platform-table.ts";
import type { SiteAnswer, StoreAnswer } from "../contract/stores.calls.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { ConnectedStores } from "./connected-stores.tsx";

const aStore = (change: Partial<StoreAnswer> = {}): StoreAnswer => ({
  id: "sto_1",
  name: "متجر نورة",
  link: "https://noura.example",
  type: "salla",
  domain: "noura.example",
  status: "connected",
  is_active: true,
  lost_reason: null,
  orders_blocked_by: null,
  orders_unconfirmed: 0,
  counts_unconfirmed: false,
  connected_at: "2026-11-21T09:00:00Z",
  last_synced_at: "2026-11-21T09:05:00Z",
  sync_failures: 0,
  import: null,
  products: 3,
  orders: 1,
  ...change,
});

const aSite = (change: Partial<SiteAnswer> = {}): SiteAnswer => ({
  id: "sit_1",
  address: "https://noura.example",
  meta_tag: '<meta name="rawaj-site-verification" content="tok">',
  dns_name: "noura.example",
  dns_record: "rawaj-site-verification=tok",
  pixel_tag: '<script async src="https://rawaj.example/pixel.js" data-site="px_1"></script>',
  order_tag: "<script>…</script>",
  signing_key: "s3cret",
  verified_by: null,
  pixel_seen_at: null,
  store_id: null,
  ...change,
});

/** A product with credentials for all but Zid. */
const platforms = listAvailability((platform) => platform !== "zid");

let sent: { url: string; body: unknown }[];
let stores: StoreAnswer[];
let sites: SiteAnswer[];
beforeEach(async () => {
  sent = [];
  sites = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    sent.push({ url, body: init.body ? JSON.parse(String(init.body)) : null });
    if (url.endsWith("/connect") && sent.at(-1)?.body) {
      const refusal = {
        error: true,
        messages: ["Not a shop"],
        data: null,
        fields: { address: ["Not a shop"] },
      };
      return new Response(JSON.stringify(refusal), { status: 400 });
    }
    const isSites = url.endsWith("/sites") && init.method === "GET";
    const data = isSites ? { sites } : url.endsWith("/index") ? { stores, platforms } : stores[0];
    return new Response(JSON.stringify({ error: false, messages: [], data }));
  });
  await setupI18n("en", { ar: { stores: ar }, en: { stores: en } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(shown: StoreAnswer[], address = "/add-store") {
  stores = shown;
  const root = createRootRoute({
    component: () => <ConnectedStores returnTo="/link-ad-accounts/add-store" />,
  });
  const router = createRouter({
    routeTree: root,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return renderWeb(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
}

describe("a merchant without a store", () => {
  it("finds a button for each platform that is available; the others say they come later", async () => {
    show([]);
    await screen.findByRole("button", { name: "Connect a Salla store" });
    // Four are available here; Zid is not.
    expect(screen.getAllByRole("button")).toHaveLength(4);
    expect(screen.queryAllByText("Soon")).toHaveLength(1);
  });
});

describe("a connected store", () => {
  it("shows what was synced", async () => {
    show([aStore()], "/add-store?store_result=connected&store=sto_1");
    await screen.findByText("3 products");
    expect(screen.getByText("1 order")).toBeTruthy();
    expect(screen.getByText("متجر نورة is connected.")).toBeTruthy();
  });

  it("shows the progress of the first sync", async () => {
    show([aStore({ import: { products_done: true, orders_done: 30, orders_total: 120 } })]);
    expect((await screen.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("25");
    expect(screen.getByText("30 of 120 orders")).toBeTruthy();
  });

  it("is disconnected only after confirmation", async () => {
    show([aStore()]);
    await userEvent.click(await screen.findByRole("button", { name: "Disconnect the store: متجر نورة" }));
    const dialog = await screen.findByRole("dialog");
    expect(sent.some(({ url }) => url.includes("disconnect"))).toBe(false);
    await userEvent.click(within(dialog).getByRole("button", { name: "Disconnect the store" }));
    await waitFor(() => expect(sent.map(({ url }) => url)).toContain("/Clients/Stores/sto_1/disconnect"));
  });

  it("that was lost says why and offers to connect again, and no sync", async () => {
    show([aStore({ status: "lost", lost_reason: "access_revoked" })]);
    expect((await screen.findByRole("alert")).textContent).toContain("no longer takes our permission");
    expect(screen.getByRole("button", { name: "Connect again: متجر نورة" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Update/ })).toBeNull();
  });

  it("of another merchant says so when the browser returns", async () => {
    show([], "/add-store?store_result=taken");
    expect((await screen.findByRole("alert")).textContent).toContain("another Rawaj account");
  });
});

describe("a store whose orders can't be read", () => {
  it("says what is missing, and offers to connect again where that helps", async () => {
    show([aStore({ type: "shopify", orders_blocked_by: "customer_data_not_approved", sync_failures: 2 })]);
    expect((await screen.findByRole("alert")).textContent).toContain("until Shopify approves Rawaj");
    expect(screen.queryByText(/did not answer the last time/)).toBeNull();
    expect(screen.queryByRole("button", { name: /Connect again/ })).toBeNull();
    cleanup();
    show([aStore({ orders_blocked_by: "scope_missing" })]);
    expect((await screen.findByRole("alert")).textContent).toContain("until you give Rawaj the permission");
    expect(screen.getByRole("button", { name: "Connect again: متجر نورة" })).toBeTruthy();
  });
});

describe("a platform that needs the store's address first", () => {
  it("has a field for it, sends it, and shows the server's refusal", async () => {
    show([]);
    const button = await screen.findByRole("button", { name: "Connect a Shopify store" });
    await userEvent.click(button);
    expect(sent.some(({ url }) => url.endsWith("/connect"))).toBe(false);
    await userEvent.type(screen.getByLabelText("Your shop's name at Shopify"), "nowhere");
    await userEvent.click(button);
    await screen.findByText("Not a shop");
    expect(sent.at(-1)?.body).toMatchObject({ platform: "shopify", address: "nowhere" });
  });
});

describe("a site on no platform", () => {
  it("is added, shows how to verify it, and is checked when the merchant says so", async () => {
    show([]);
    const card = await screen.findByRole("button", { name: "Add your site" });
    const [field] = screen.getAllByLabelText("Your site's address").slice(-1);
    if (field) await userEvent.type(field, "noura.example");
    sites = [aSite()];
    await userEvent.click(card);
    const verification = await screen.findByRole("region", { name: "https://noura.example" });
    expect(sent.find(({ url, body }) => url.endsWith("/sites") && body)?.body).toEqual({
      address: "noura.example",
    });
    expect(within(verification).getByText(aSite().meta_tag)).toBeTruthy();
    await userEvent.click(within(verification).getByRole("button", { name: "Verify the tag" }));
    const verified = () => sent.find(({ url }) => url.endsWith("/sites/sit_1/verify"));
    await waitFor(() => expect(verified()?.body).toEqual({ by: "meta" }));
  });

  it("says how many orders are unconfirmed, and counts them only when its merchant says so", async () => {
    sites = [aSite({ store_id: "sto_1", verified_by: "meta" })];
    show([aStore({ type: "other", orders: 5, orders_unconfirmed: 3 })]);
    await screen.findByText("3 unconfirmed");
    const choice = await screen.findByRole<HTMLInputElement>("checkbox", {
      name: /Count unconfirmed orders/,
    });
    expect(choice.checked).toBe(false);
    await userEvent.click(choice);
    const chosen = () => sent.find(({ url }) => url.endsWith("/sto_1/count-unconfirmed"));
    await waitFor(() => expect(chosen()?.body).toEqual({ counts: true }));
  });

  it("that is connected shows its pixel, and has nothing to sync", async () => {
    sites = [aSite({ store_id: "sto_1", verified_by: "meta" })];
    show([aStore({ type: "other" })]);
    await screen.findByText("Nothing has come from the pixel yet");
    expect(screen.queryByText(/unconfirmed$/)).toBeNull();
    expect(screen.getByText(aSite().pixel_tag)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Update/ })).toBeNull();
  });
});
