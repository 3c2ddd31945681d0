import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { startTransition } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import { draftKey, readDraft } from "./stored-draft.ts";
import { useDraft } from "./use-draft.ts";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

const aWindow = () => renderHook(() => useDraft("goal")).result;
type Window = ReturnType<typeof aWindow>;

const named = (name: string) => (draft: PlanDraft) => ({ ...draft, campaign: { ...draft.campaign, name } });
const nameIn = (one: Window) => one.current.draft.campaign.name;
const stored = () => readDraft()?.draft.campaign.name;
const write = (one: Window, name: string) => act(() => one.current.update(named(name)));
const leave = () => act(() => void window.dispatchEvent(new Event("pagehide")));
/** Browsers notify the other windows of a change; a suspended window misses it. */
const notifyOtherWindows = () =>
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: draftKey })));

describe("a draft whose fields are drawn a moment later", () => {
  it("is read, stored and changed further with every key that was typed", () => {
    const one = aWindow();
    act(() => {
      startTransition(() => one.current.update(named("Ajw")));
      startTransition(() => one.current.update((draft) => named(`${draft.campaign.name}a`)(draft)));
      expect(nameIn(one)).toBe("");
      expect(one.current.read().campaign.name).toBe("Ajwa");
      window.dispatchEvent(new Event("pagehide"));
      expect(stored()).toBe("Ajwa");
    });
    expect(nameIn(one)).toBe("Ajwa");
  });
});

describe("a draft open in two windows", () => {
  it("is stored while the merchant types, and read by a window that opens later", async () => {
    const first = aWindow();
    write(first, "Ajwa");
    await waitFor(() => expect(stored()).toBe("Ajwa"));
    expect(nameIn(aWindow())).toBe("Ajwa");
    expect(first.current.other).toBeNull();
  });

  it("is never overwritten by a window that was suspended: it finds the change before it writes", async () => {
    const first = aWindow();
    const asleep = aWindow();
    write(first, "Ajwa");
    await waitFor(() => expect(stored()).toBe("Ajwa"));
    write(asleep, "Sukkari");
    await waitFor(() => expect(asleep.current.other?.draft?.draft.campaign.name).toBe("Ajwa"));
    expect(stored()).toBe("Ajwa");
    expect(nameIn(asleep)).toBe("Sukkari");
  });

  it("is reported at once in an active window", async () => {
    const first = aWindow();
    const second = aWindow();
    write(first, "Ajwa");
    await waitFor(() => expect(stored()).toBe("Ajwa"));
    notifyOtherWindows();
    expect(second.current.other?.draft?.draft.campaign.name).toBe("Ajwa");
    expect(first.current.other).toBeNull();
  });

  it("keeps what was typed here through a reload, and asks again", async () => {
    const first = aWindow();
    const second = aWindow();
    write(first, "Ajwa");
    await waitFor(() => expect(stored()).toBe("Ajwa"));
    write(second, "Sukkari");
    leave();
    cleanup();
    const reloaded = aWindow();
    expect(nameIn(reloaded)).toBe("Sukkari");
    expect(reloaded.current.other?.draft?.draft.campaign.name).toBe("Ajwa");
    expect(stored()).toBe("Ajwa");
  });

  it("becomes what the merchant chose: theirs, or ours, which the other window is then notified of", async () => {
    const first = aWindow();
    const second = aWindow();
    write(first, "Ajwa");
    await waitFor(() => expect(stored()).toBe("Ajwa"));
    notifyOtherWindows();
    act(() => second.current.acceptOther());
    expect(nameIn(second)).toBe("Ajwa");
    write(second, "Sukkari");
    await waitFor(() => expect(stored()).toBe("Sukkari"));
    notifyOtherWindows();
    expect(first.current.other?.draft?.draft.campaign.name).toBe("Sukkari");
    act(() => first.current.keepLocal());
    expect(stored()).toBe("Ajwa");
    expect(first.current.other).toBeNull();
  });

  it("launched in the other window is reported as cleared, and a launch here does not clear theirs", async () => {
    const first = aWindow();
    write(first, "Ajwa");
    await waitFor(() => expect(stored()).toBe("Ajwa"));
    const second = aWindow();
    act(() => first.current.clear());
    notifyOtherWindows();
    expect(second.current.other).toEqual({ draft: null });
    act(() => second.current.keepLocal());
    expect(stored()).toBe("Ajwa");
    act(() => first.current.clear());
    expect(stored()).toBe("Ajwa");
  });
});
