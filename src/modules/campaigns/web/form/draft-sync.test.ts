import { act, cleanup, configure, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeSession, openSession } from "#base/web/runtime/session.ts";
import { preparedBy } from "../../contract/enums.ts";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import { draftContent } from "../../testing/drafts.ts";
import { type FakeDrafts, fakeDrafts } from "../../testing/fake-drafts.ts";
import type { FormStep } from "./draft.ts";
import { openRow } from "./draft-sync.ts";
import { draftKey, readDiscarded, readDraft } from "./stored-draft.ts";
import { useDraft } from "./use-draft.ts";

configure({ asyncUtilTimeout: 5_000 });

let server: FakeDrafts;
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  openSession("token");
  server = fakeDrafts();
});
afterEach(() => {
  cleanup();
  closeSession();
  vi.unstubAllGlobals();
});

const aForm = (onReopened?: (step: FormStep) => void) =>
  renderHook(() => useDraft("goal", onReopened)).result;
type Form = ReturnType<typeof aForm>;
const write = (form: Form, name: string) =>
  act(() => form.current.update((draft: PlanDraft) => ({ ...draft, campaign: { ...draft.campaign, name } })));
const names = () => server.rows.map(({ content }) => content.campaign.name);
const nameIn = (form: Form) => form.current.draft.campaign.name;
const aUser = (id: string): object => ({ id: "mer_somebody", merchant: { id } });
const isSaved = (name: string) => waitFor(() => expect(names()).toEqual([name]));
const stored = () => readDraft()?.draft.campaign.name;
const isLinked = () => waitFor(() => expect(readDraft()?.row?.holds).toBe(readDraft()?.revision));
const comeOnline = () => act(() => void window.dispatchEvent(new Event("online")));
/** The same merchant's other phone: a browser of its own. */
function onAnotherDevice() {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  openSession("token");
}
const aPreparedRow = (name: string) => ({
  id: "dft_season",
  revision: 1,
  step: "goal" as const,
  device: preparedBy,
  content: draftContent(name),
});
const count = (request: string) => server.sent.filter((one) => one.startsWith(request)).length;

describe("a draft and its row on the server", () => {
  it("is saved after a pause of typing, and there on another device, at its step", async () => {
    write(aForm(), "Ajwa");
    await isSaved("Ajwa");
    await isLinked();
    onAnotherDevice();
    const [row] = server.rows;
    if (row) row.step = "ad";
    const steps: FormStep[] = [];
    const form = aForm((step) => steps.push(step));
    await waitFor(() => expect(nameIn(form)).toBe("Ajwa"));
    expect(steps).toEqual(["ad"]);
    expect(form.current.other).toBeNull();
    write(form, "Sukkari");
    await isSaved("Sukkari");
  });

  it("of another device is shown although the form has stored its own defaults meanwhile", async () => {
    write(aForm(), "Ajwa");
    await isSaved("Ajwa");
    await isLinked();
    onAnotherDevice();
    const release = server.hold();
    const form = aForm();
    await waitFor(() => expect(count("GET")).toBeGreaterThan(1));
    act(() =>
      form.current.update((draft) => ({ ...draft, campaign: { ...draft.campaign, store_id: "sto_1" } })),
    );
    await waitFor(() => expect(readDraft()?.draft.campaign.store_id).toBe("sto_1"));
    release();
    await waitFor(() => expect(nameIn(form)).toBe("Ajwa"));
    expect(names()).toEqual(["Ajwa"]);
  });

  it("that the product prepared is opened only when it is asked for", async () => {
    server.rows.push(aPreparedRow("Ramadan 1448"));
    const form = aForm();
    await waitFor(() => expect(count("GET index")).toBe(1));
    expect(nameIn(form)).toBe("");
    cleanup();
    await openRow("dft_season");
    expect(nameIn(aForm())).toBe("Ramadan 1448");
  });

  it("is saved before another one is opened in its place", async () => {
    write(aForm(), "Ajwa");
    await waitFor(() => expect(stored()).toBe("Ajwa"));
    cleanup();
    server.rows.push(aPreparedRow("Ramadan 1448"));
    await openRow("dft_season");
    expect(names().toSorted()).toEqual(["Ajwa", "Ramadan 1448"]);
    expect(nameIn(aForm())).toBe("Ramadan 1448");
  });

  it("has no row before anything is written", async () => {
    const form = aForm();
    act(() =>
      form.current.update((draft) => ({ ...draft, campaign: { ...draft.campaign, store_id: "sto_1" } })),
    );
    await waitFor(() => expect(readDraft()?.draft.campaign.store_id).toBe("sto_1"));
    write(form, "Ajwa");
    await isSaved("Ajwa");
    expect(count("POST")).toBe(1);
  });

  it("takes over a draft that was stored before drafts had rows, once", async () => {
    write(aForm(), "Ajwa");
    await isSaved("Ajwa");
    await isLinked();
    const { row: _, revision: __, ...old } = JSON.parse(localStorage.getItem(draftKey) ?? "{}");
    server.rows.length = 0;
    cleanup();
    localStorage.setItem(draftKey, JSON.stringify({ ...old, campaign: { ...old.campaign, name: "Old" } }));
    aForm();
    await isSaved("Old");
    await isLinked();
    cleanup();
    const reloaded = aForm();
    write(reloaded, "Older");
    await isSaved("Older");
  });

  it("of one merchant is neither shown to another in the same browser, nor saved as theirs", async () => {
    openSession("token", aUser("mer_1"));
    write(aForm(), "Ajwa");
    await isSaved("Ajwa");
    await isLinked();
    cleanup();
    server.rows.length = 0;
    openSession("token-2", aUser("mer_2"));
    const form = aForm();
    expect(nameIn(form)).toBe("");
    write(form, "Sukkari");
    await isSaved("Sukkari");
  });

  it("is saved by one request at a time, and what was written meanwhile by the next", async () => {
    const form = aForm();
    write(form, "Ajwa");
    await isSaved("Ajwa");
    await isLinked();
    const release = server.hold();
    write(form, "Ajwa of");
    await waitFor(() => expect(count("PUT")).toBe(1));
    write(form, "Ajwa of Madinah");
    await waitFor(() => expect(stored()).toBe("Ajwa of Madinah"));
    expect(count("PUT")).toBe(1);
    release();
    await isSaved("Ajwa of Madinah");
    await isLinked();
    expect(server.rows[0]?.revision).toBe(3);
  });

  it("stays in this browser without a connection, and is saved when it is back", async () => {
    const form = aForm();
    server.setNetwork("down");
    write(form, "Ajwa");
    await waitFor(() => expect(stored()).toBe("Ajwa"));
    await waitFor(() => expect(server.sent.length).toBeGreaterThan(1));
    cleanup();
    const reloaded = aForm();
    expect(nameIn(reloaded)).toBe("Ajwa");
    expect(server.rows).toEqual([]);
    server.setNetwork("up");
    comeOnline();
    await isSaved("Ajwa");
  });

  it("whose save got no response is neither doubled nor asked about", async () => {
    server.setNetwork("loses_answers");
    const form = aForm();
    write(form, "Ajwa");
    await isSaved("Ajwa");
    server.setNetwork("up");
    comeOnline();
    await isLinked();
    server.setNetwork("loses_answers");
    write(form, "Sukkari");
    await isSaved("Sukkari");
    server.setNetwork("up");
    comeOnline();
    await isLinked();
    expect(form.current.other).toBeNull();
    expect(names()).toEqual(["Sukkari"]);
  });
});

describe("a draft changed on another device", () => {
  async function aConflict() {
    const form = aForm();
    write(form, "Ajwa");
    await isSaved("Ajwa");
    await isLinked();
    server.saveElsewhere("theirs");
    write(form, "ours");
    await waitFor(() => expect(form.current.other?.isOnDevice).toBe(true));
    expect(form.current.other?.draft?.draft.campaign.name).toBe("theirs");
    expect(nameIn(form)).toBe("ours");
    expect(names()).toEqual(["theirs"]);
    return form;
  }

  it("is overwritten only when the merchant keeps what is here", async () => {
    const form = await aConflict();
    act(() => form.current.keepLocal());
    await isSaved("ours");
    await isLinked();
    expect(form.current.other).toBeNull();
  });

  it("is taken over when the merchant chooses it", async () => {
    const form = await aConflict();
    act(() => form.current.acceptOther());
    expect(nameIn(form)).toBe("theirs");
    write(form, "theirs, continued");
    await isSaved("theirs, continued");
  });

  it("is asked about again after a reload, and nothing typed here is lost", async () => {
    await aConflict();
    cleanup();
    const reloaded = aForm();
    expect(nameIn(reloaded)).toBe("ours");
    expect(reloaded.current.other).toMatchObject({ isOnDevice: true });
  });

  it("is simply opened where nothing was left unsaved", async () => {
    write(aForm(), "Ajwa");
    await isSaved("Ajwa");
    await isLinked();
    cleanup();
    server.saveElsewhere("theirs");
    const form = aForm();
    await waitFor(() => expect(nameIn(form)).toBe("theirs"));
    expect(form.current.other).toBeNull();
  });

  it("that was launched there is gone here too, unless something was written here since", async () => {
    const form = aForm();
    write(form, "Ajwa");
    await isSaved("Ajwa");
    await isLinked();
    server.rows.length = 0;
    write(form, "Ajwa, continued");
    await waitFor(() => expect(form.current.other).toEqual({ draft: null, isOnDevice: true }));
    act(() => form.current.keepLocal());
    await isSaved("Ajwa, continued");
    await isLinked();
    cleanup();
    server.rows.length = 0;
    const reopened = aForm();
    await waitFor(() => expect(nameIn(reopened)).toBe(""));
    expect(reopened.current.other).toBeNull();
  });
});

describe("a draft that ends", () => {
  it("by being cleared is deleted on the server, later if there is no connection now", async () => {
    const form = aForm();
    write(form, "Ajwa");
    await isSaved("Ajwa");
    await isLinked();
    server.setNetwork("down");
    act(() => form.current.clear());
    await waitFor(() => expect(count("DELETE")).toBe(1));
    expect(nameIn(form)).toBe("");
    cleanup();
    server.setNetwork("up");
    const reopened = aForm();
    await waitFor(() => expect(server.rows).toEqual([]));
    await waitFor(() => expect(readDiscarded()).toEqual([]));
    expect(nameIn(reopened)).toBe("");
  });

  it("by being cleared stays on the server where another device has saved it since", async () => {
    const form = aForm();
    write(form, "Ajwa");
    await isSaved("Ajwa");
    await isLinked();
    server.saveElsewhere("Sukkari");
    act(() => form.current.clear());
    await waitFor(() => expect(count("DELETE")).toBe(1));
    await waitFor(() => expect(readDiscarded()).toEqual([]));
    expect(server.rows[0]?.content.campaign.name).toBe("Sukkari");
  });

  it("by a launch names its row, and saves nothing meanwhile; a repeated launch names the same row", async () => {
    const form = aForm();
    write(form, "Ajwa");
    await isSaved("Ajwa");
    await isLinked();
    const named = await act(() => form.current.holdForCreate());
    expect(named).toMatchObject({ draft_id: "dft_1", draft_seen: { revision: 1 } });
    server.rows.length = 0; // launched, but the response was lost
    act(() => form.current.release());
    act(() => form.current.check());
    await waitFor(() => expect(form.current.other?.draft).toBeNull());
    expect(await act(() => form.current.holdForCreate())).toEqual(named);
    act(() => form.current.close());
    expect(readDraft()).toBeNull();
    expect(count("DELETE")).toBe(0);
  });

  it("by a launch before its first save repeats the same request, and leaves no row that was made meanwhile", async () => {
    const form = aForm();
    write(form, "Ajwa");
    await waitFor(() => expect(stored()).toBe("Ajwa"));
    expect(await act(() => form.current.holdForCreate())).toEqual({ draft_id: null, draft_seen: null });
    act(() => form.current.release());
    await isSaved("Ajwa");
    await isLinked();
    expect(await act(() => form.current.holdForCreate())).toEqual({ draft_id: null, draft_seen: null });
    act(() => form.current.close());
    await waitFor(() => expect(server.rows).toEqual([]));
  });

  it("by a launch within the pause of typing is stored first, and a repeated launch repeats the same request", async () => {
    const form = aForm();
    write(form, "Ajwa");
    const first = await act(() => form.current.holdForCreate());
    expect(stored()).toBe("Ajwa");
    act(() => form.current.release());
    await isSaved("Ajwa");
    await isLinked();
    expect(await act(() => form.current.holdForCreate())).toEqual(first);
    act(() => form.current.close());
    await waitFor(() => expect(server.rows).toEqual([]));
  });

  it("by a launch that was refused names its row once it is corrected", async () => {
    const form = aForm();
    write(form, "Ajwa");
    await waitFor(() => expect(stored()).toBe("Ajwa"));
    expect(await act(() => form.current.holdForCreate())).toEqual({ draft_id: null, draft_seen: null });
    act(() => form.current.release());
    write(form, "Sukkari");
    await isSaved("Sukkari");
    await isLinked();
    expect(await act(() => form.current.holdForCreate())).toMatchObject({ draft_id: "dft_1" });
  });
});
