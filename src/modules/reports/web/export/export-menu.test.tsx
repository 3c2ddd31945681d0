import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openPages } from "#app/web/testing/fake-server.tsx";
import { snackbarState } from "#base/web/runtime/snackbar-state.ts";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import { ExportMenu } from "./export-menu.tsx";
import reports_export from "./messages/en.json" with { type: "json" };

/** A file whose parts the test sends one by one. */
let parts: ReadableStreamDefaultController<Uint8Array>;
let requested: { address: string; signal: AbortSignal | null | undefined };
let saved: string[];
const send = (text: string) => parts.enqueue(new TextEncoder().encode(text));

beforeEach(async () => {
  saved = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit = {}) => {
    requested = { address, signal: init.signal };
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        parts = controller;
        init.signal?.addEventListener("abort", () => controller.error(new DOMException("", "AbortError")));
      },
    });
    return new Response(body, {
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "content-disposition": "attachment; filename*=UTF-8''report.csv",
      },
    });
  });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }));
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await setupI18n("en", { en: { reports_export } });
  await openPages(
    { "/": () => <ExportMenu call="GET Clients/Reports/home/export" query={{ days: 30 }} /> },
    "/",
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "Export" }));
  await user.click(await screen.findByRole("menuitem", { name: "CSV" }));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("shows the rows and the size that have arrived, and saves the file once it is whole", async () => {
  expect(requested.address).toContain("/Clients/Reports/home/export?days=30&format=csv");
  send("a,b\r\n1,2\r\n");
  expect(await screen.findByText(/1 row · /)).toBeTruthy();
  send("3,4\r\n");
  expect(await screen.findByText(/2 rows/)).toBeTruthy();
  expect(saved).toEqual([]);
  parts.close();
  await waitFor(() => expect(saved).toEqual(["report.csv"]));
  expect(await screen.findByRole("button", { name: "Export" })).toBeTruthy();
});

it("that is stopped asks the server for no more, saves nothing, and says so", async () => {
  send("a,b\r\n");
  await userEvent.click(await screen.findByRole("button", { name: "Stop" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Export" })).toBeTruthy());
  expect(requested.signal?.aborted).toBe(true);
  expect(saved).toEqual([]);
  expect(snackbarState()?.message).toBe("Export stopped");
});
