import { act, cleanup, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import type { PaymentForm as Form } from "../contract/payment-form.ts";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { PaymentForm } from "./payment-form.parts.tsx";

const form: Form = {
  publishable_key: "pk_test_1",
  api_url: "https://api.gateway.example",
  script_url: "https://cdn.gateway.example/form.js",
  style_url: "https://cdn.gateway.example/form.css",
  script_integrity: "sha384-abc",
  style_integrity: null,
  methods: ["card"],
  apple_pay_validation_url: null,
  amount_halalas: 50_000,
  currency: "SAR",
  description: "شحن",
  callback_url: "http://localhost:3000/checkout?deposit=dep_1",
  metadata: { deposit_id: "dep_1" },
  language: "ar",
  save_card: true,
};
type Settings = Record<string, unknown> & {
  on_completed(payment: { id: string; status: string; source?: { type: string } }): Promise<void>;
  on_failed(reason: unknown): void;
};

/** The browser loads the gateway's files: they arrive, or they are blocked. */
function mockNetwork(result: "loads" | "blocks") {
  const append = document.head.append.bind(document.head);
  vi.spyOn(document.head, "append").mockImplementation((...nodes) => {
    for (const node of nodes as (HTMLScriptElement | HTMLLinkElement)[]) {
      queueMicrotask(() => {
        const event = new Event(result === "loads" ? "load" : "error");
        if (result === "loads") node.onload?.(event);
        else node.onerror?.(event);
      });
      if (node.tagName === "LINK") append(node);
    }
  });
}

const onStarted = vi.fn(async () => {});
const loadFailureText = async () => "البنك لم يقبل العملية.";

beforeEach(() => setupI18n("ar", { ar: { payments: ar }, en: { payments: en } }));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
});

describe("the gateway's form", () => {
  it("that is blocked says so, says that nothing was taken, and can be loaded again", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    mockNetwork("blocks");
    renderWeb(<PaymentForm form={form} onStarted={onStarted} loadFailureText={loadFailureText} />);
    expect(await screen.findByText("لم يُفتح نموذج الدفع")).toBeTruthy();
    expect(screen.getByText(/لم يُخصم شيء/)).toBeTruthy();
    expect(screen.getByRole("button")).toBeTruthy();
  });

  it("gets our deposit and amount, reports its payment before the bank's page, and explains a refusal", async () => {
    const init = vi.fn<(settings: Settings) => void>();
    vi.stubGlobal("Moyasar", { init });
    mockNetwork("loads");
    renderWeb(<PaymentForm form={form} onStarted={onStarted} loadFailureText={loadFailureText} />);
    await waitFor(() => expect(init).toHaveBeenCalledTimes(1));
    const settings = init.mock.calls[0]?.[0];
    expect(settings).toMatchObject({
      amount: 50_000,
      currency: "SAR",
      publishable_api_key: "pk_test_1",
      metadata: { deposit_id: "dep_1" },
      callback_url: form.callback_url,
      credit_card: { save_card: true },
      methods: ["creditcard"],
    });

    await act(async () => settings?.on_failed("DECLINED: insufficient"));
    expect(await screen.findByText("البنك لم يقبل العملية.")).toBeTruthy();
    await act(async () => settings?.on_completed({ id: "pay_1", status: "initiated" }));
    expect(onStarted).toHaveBeenCalledWith("pay_1");
    expect(screen.getByRole("status").textContent).toContain("ننقلك إلى صفحة البنك");
  });

  it("that a tap opened has its first field focused; otherwise the focus stays where it is", async () => {
    const init = vi.fn(({ element }: Settings) => {
      (element as HTMLElement).innerHTML = '<input type="radio" name="way" /><input name="name" />';
    });
    vi.stubGlobal("Moyasar", { init });
    mockNetwork("loads");
    const props = { form, onStarted, loadFailureText };
    const { unmount } = renderWeb(<PaymentForm {...props} />);
    await waitFor(() => expect(init).toHaveBeenCalledTimes(1));
    expect(document.activeElement).toBe(document.body);
    unmount();
    renderWeb(<PaymentForm {...props} isFocused />);
    await waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("name"));
  });

  it("offers Apple Pay only in a browser that has it, and STC Pay wherever the gateway does", async () => {
    const init = vi.fn<(settings: Settings) => void>();
    vi.stubGlobal("Moyasar", { init });
    mockNetwork("loads");
    const all: Form = {
      ...form,
      methods: ["card", "apple_pay", "stc_pay"],
      apple_pay_validation_url: "https://api.gateway.example/v1/applepay/initiate",
    };
    const { unmount } = renderWeb(
      <PaymentForm form={all} onStarted={onStarted} loadFailureText={loadFailureText} />,
    );
    await waitFor(() => expect(init).toHaveBeenCalledTimes(1));
    expect(init.mock.calls[0]?.[0]).toMatchObject({ methods: ["creditcard", "stcpay"] });
    expect(init.mock.calls[0]?.[0]).not.toHaveProperty("apple_pay");
    unmount();

    vi.stubGlobal("ApplePaySession", { canMakePayments: () => true });
    renderWeb(<PaymentForm form={all} onStarted={onStarted} loadFailureText={loadFailureText} />);
    await waitFor(() => expect(init).toHaveBeenCalledTimes(2));
    expect(init.mock.calls[1]?.[0]).toMatchObject({
      methods: ["creditcard", "applepay", "stcpay"],
      apple_pay: { country: "SA", validate_merchant_url: all.apple_pay_validation_url },
    });
  });

  it("asks for STC Pay's code instead of the bank's page, and confirms what is paid at once", async () => {
    const init = vi.fn<(settings: Settings) => void>();
    vi.stubGlobal("Moyasar", { init });
    mockNetwork("loads");
    renderWeb(<PaymentForm form={form} onStarted={onStarted} loadFailureText={loadFailureText} />);
    await waitFor(() => expect(init).toHaveBeenCalledTimes(1));
    const settings = init.mock.calls[0]?.[0];
    await act(async () =>
      settings?.on_completed({ id: "p", status: "initiated", source: { type: "stcpay" } }),
    );
    expect(screen.getByRole("status").textContent).toContain("أرسلت STC Pay رمزًا");
    await act(async () => settings?.on_completed({ id: "p", status: "paid", source: { type: "applepay" } }));
    expect(screen.getByRole("status").textContent).toContain("نتأكد منه الآن");
  });
});
