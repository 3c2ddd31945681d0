import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "../messages/ar.json" with { type: "json" };
import en from "../messages/en.json" with { type: "json" };
import { PaymentForm } from "./payment-form.parts.tsx";

const url = "https://gateway.example/page?chg=chg_1";
const assign = vi.fn();
const onLeaving = vi.fn();

function mockResponse(status: number) {
  const envelope =
    status < 400
      ? { error: false, messages: [], data: { url } }
      : { error: true, messages: ["no"], data: null, code: "payments.page_unavailable", request_id: "r1" };
  const fetched = vi.fn(async (_path: string) => new Response(JSON.stringify(envelope), { status }));
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

const show = () =>
  renderWeb(
    <QueryClientProvider client={new QueryClient()}>
      <PaymentForm
        form={{ kind: "redirect", intent_id: "dep_1" }}
        onLeaving={onLeaving}
        onStarted={async () => {}}
        loadFailureText={async () => null}
      />
    </QueryClientProvider>,
  );

beforeEach(async () => {
  await setupI18n("ar", { ar: { payments: ar }, en: { payments: en } });
  vi.spyOn(window, "location", "get").mockReturnValue({ ...window.location, assign });
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("a gateway with a page of its own", () => {
  it("is opened only when the merchant goes there", async () => {
    const fetched = mockResponse(200);
    show();
    const button = await screen.findByRole("button", { name: /المتابعة إلى صفحة الدفع/ });
    expect(fetched).not.toHaveBeenCalled();
    fireEvent.click(button);
    await waitFor(() => expect(assign).toHaveBeenCalledWith(url));
    expect(fetched.mock.calls[0]?.[0]).toContain("Clients/Wallet/payments/dep_1/page");
    expect(onLeaving).toHaveBeenCalledTimes(1);
  });

  it("that does not answer says that nothing was taken, and the merchant stays", async () => {
    mockResponse(503);
    show();
    fireEvent.click(await screen.findByRole("button"));
    expect(await screen.findByText("لم تُفتح صفحة الدفع")).toBeTruthy();
    expect(screen.getByText(/لم يُخصم شيء/)).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
  });
});
