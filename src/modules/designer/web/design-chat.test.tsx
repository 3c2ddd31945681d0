import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Answers, fakeServer, openPages, refuse, type Sent } from "#app/web/testing/fake-server.tsx";
import { setupI18n } from "#base/web/testing/render-web.tsx";
import en from "../messages/en.json" with { type: "json" };
import { DesignChat } from "./design-chat.tsx";

let answers: Answers;
let sent: Sent[];
beforeEach(async () => {
  answers = {
    "DigitalDesigner/requests/dsr_1/changes": {
      change_id: "dch_1",
      understood: [
        { kind: "size", part: "price", step: "bigger" },
        { kind: "season", season: "national_day" },
      ],
      items: [],
    },
    "DigitalDesigner/changes/dch_1/undo": { items: [] },
  };
  sent = fakeServer(answers);
  await setupI18n("en", { en: { designer: en } });
  await openPages({ "/": () => <DesignChat requestId="dsr_1" count={4} /> }, "/");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => screen.getByLabelText<HTMLInputElement>(en.chat.label);
async function say(sentence: string) {
  fireEvent.change(field(), { target: { value: sentence } });
  fireEvent.click(screen.getByRole("button", { name: en.chat.send }));
}

describe("a sentence over designs", () => {
  it("shows what was understood, and takes it back", async () => {
    await say("bigger price, for National Day");
    expect(await screen.findByText("Larger: Price")).toBeDefined();
    expect(screen.getByRole("status").textContent).toBe("Larger: Price, Season: National Day");
    expect(screen.getByText("Season: National Day")).toBeDefined();
    expect(field().value).toBe("");
    expect(sent.find(({ method }) => method === "POST")?.body).toEqual({
      sentence: "bigger price, for National Day",
    });
    fireEvent.click(screen.getByRole("button", { name: en.edit.undo }));
    expect(await screen.findByText(en.chat.undone)).toBeDefined();
    expect(screen.queryByRole("button", { name: en.edit.undo })).toBeNull();
  });

  it("that is not understood stays in the field, with examples", async () => {
    answers["DigitalDesigner/requests/dsr_1/changes"] = { change_id: null, understood: [], items: [] };
    await say("thanks");
    expect(await screen.findByText(en.chat.not_understood)).toBeDefined();
    expect(field().value).toBe("thanks");
  });

  it("that is refused says why on its field", async () => {
    answers["DigitalDesigner/requests/dsr_1/changes"] = refuse(422, { code: "designer.phrase_refused" });
    await say("write “the best”");
    await waitFor(() => expect(field().getAttribute("aria-invalid")).toBe("true"));
    expect(field().value).toBe("write “the best”");
  });
});
