import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import type { ProductAnswer } from "#modules/stores/contract/stores.calls.ts";
import ar from "./messages/ar.json" with { type: "json" };
import en from "./messages/en.json" with { type: "json" };
import { ProductList } from "./product-list.tsx";

const product = (name: string, change: Partial<ProductAnswer> = {}): ProductAnswer => ({
  id: `prd_${name}`,
  store_id: "sto_1",
  name,
  sku: "",
  url: null,
  image_url: null,
  price_halalas: 4_500,
  regular_price_halalas: 4_500,
  currency: "SAR",
  quantity: 7,
  status: "on_sale",
  sales_state: "known",
  sales: { units_sold: 0, sales_halalas: 0, units_returned: 0, units_return_unknown: 0 },
  ...change,
});

let requests: URLSearchParams[];
let items: ProductAnswer[];
let next: string | null;
beforeEach(async () => {
  await setupI18n("en", { ar: { campaigns_form: ar }, en: { campaigns_form: en } });
  requests = [];
  next = null;
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(new URL(url, "http://localhost").searchParams);
    return Response.json({
      error: false,
      messages: [],
      data: { items, next },
    });
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const open = () =>
  renderWeb(
    <QueryClientProvider client={new QueryClient()}>
      <ProductList storeId="sto_1" onChoose={() => {}} />
    </QueryClientProvider>,
  );
const words = async (name: string) =>
  (await screen.findByRole("button", { name: new RegExp(name) })).textContent;

describe("the list of products", () => {
  it("shows what each sold and what came back", async () => {
    items = [
      product("Ajwa", {
        sales: { units_sold: 12, sales_halalas: 540_00, units_returned: 3, units_return_unknown: 0 },
      }),
      product("Sukkari"),
    ];
    open();
    expect(await words("Ajwa")).toMatch(/Sold in 30 days: 12 · .*540.*Returned: 3 \(25%\)$/);
    expect(await words("Sukkari")).toContain("No sales in the last 30 days");
  });

  it("says where the store does not say", async () => {
    items = [
      product("Ajwa", {
        sales: { units_sold: 4, sales_halalas: 180_00, units_returned: 0, units_return_unknown: 2 },
      }),
      product("Barhi", { sales_state: "not_stated", sales: null }),
      product("Safawi", { sales_state: "reading", sales: null }),
    ];
    open();
    expect(await words("Ajwa")).toContain("Returned: 0 · The store does not say for: 2");
    expect(await words("Barhi")).toContain("The store does not say what it sold");
    expect(await words("Safawi")).toContain("Its sales are being read");
  });

  it("goes on where the page ended", async () => {
    items = [product("Ajwa")];
    next = "after-ajwa";
    open();
    await words("Ajwa");
    items = [product("Sukkari")];
    next = null;
    await userEvent.click(screen.getByRole("button", { name: "Show more products" }));
    expect(await words("Sukkari")).toBeTruthy();
    expect(await words("Ajwa")).toBeTruthy();
    expect(requests.at(-1)?.get("cursor")).toBe("after-ajwa");
    expect(screen.queryByRole("button", { name: "Show more products" })).toBeNull();
  });

  it("begins with what sells most, and is sorted by name on request", async () => {
    items = [product("Ajwa")];
    open();
    await words("Ajwa");
    expect(requests.at(-1)?.get("sort")).toBe("sales");
    const sort = screen.getByRole("radiogroup", { name: "Sort products" });
    await userEvent.click(within(sort).getByText("By name"));
    await waitFor(() => expect(requests.at(-1)?.get("sort")).toBe("name"));
  });
});
