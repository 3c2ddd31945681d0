import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import formAr from "./messages/ar.json" with { type: "json" };
import formEn from "./messages/en.json" with { type: "json" };
import { ProfileField } from "./profile-field.tsx";

const noura = { id: "prf_1", name: "Noura" };
const abaya = { id: "prf_2", name: "Abaya" };
let requested: boolean;

beforeEach(async () => {
  requested = false;
  await setupI18n("en", {
    ar: { campaigns: ar, campaigns_form: formAr },
    en: { campaigns: en, campaigns_form: formEn },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(profiles: object[], props: Partial<Parameters<typeof ProfileField>[0]> = {}) {
  vi.stubGlobal("fetch", async () => {
    requested = true;
    const account = { id: "acc_1", platform: "meta", status: "linked", profile_id: "prf_1", profiles };
    return Response.json({ error: false, messages: [], data: { ad_accounts: [account], platforms: [] } });
  });
  const onChange = vi.fn();
  renderWeb(
    <QueryClientProvider client={new QueryClient()}>
      <ProfileField adAccountId="acc_1" value={null} error={undefined} onChange={onChange} {...props} />
    </QueryClientProvider>,
  );
  return onChange;
}
const field = () => screen.findByRole<HTMLInputElement>("combobox", { name: /Public profile/ });

describe("the public profile of an ad", () => {
  it("is the account's own, and another one on request", async () => {
    const onChange = open([noura, abaya]);
    expect((await field()).value).toBe("Noura");
    await userEvent.click(await field());
    await userEvent.click(await screen.findByRole("option", { name: "Abaya" }));
    expect(onChange).toHaveBeenLastCalledWith("prf_2");
  });

  it("is stored as none when the account's own is chosen again", async () => {
    const onChange = open([noura, abaya], { value: "prf_2" });
    expect((await field()).value).toBe("Abaya");
    await userEvent.click(await field());
    await userEvent.click(await screen.findByRole("option", { name: "Noura" }));
    expect(onChange).toHaveBeenLastCalledWith(null);
  });

  it("is not asked for where there is one", async () => {
    open([noura]);
    await waitFor(() => expect(requested).toBe(true));
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("that the account offers no more is empty, with what is wrong, and can be changed", async () => {
    open([noura], { value: "prf_gone", error: "No longer offered", platform: "meta" });
    expect((await field()).value).toBe("");
    screen.getByText("No longer offered");
  });
});
