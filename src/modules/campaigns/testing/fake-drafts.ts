import { vi } from "vitest";
import type { DraftContent } from "../contract/draft-content.ts";
import type { DraftStep } from "../contract/enums.ts";
import { listPlatforms } from "../domain/plan-draft.ts";

type Row = { id: string; revision: number; content: DraftContent; step: DraftStep; device: string };
type Saved = Pick<Row, "content" | "step" | "device"> & { revision?: number };

export type FakeDrafts = ReturnType<typeof fakeDrafts>;

/**
 * The drafts on the server, with the revisions of the real one, instead of the browser's fetch. `answerOther` has the
 * data of all other calls, by their path, or their whole response.
 */
export function fakeDrafts(answerOther: (path: string, body: unknown) => unknown = () => null) {
  const rows: Row[] = [];
  const sent: string[] = [];
  let network: "up" | "down" | "loses_answers" = "up";
  let held: Promise<void> | null = null;

  const present = (row: Row) => ({
    ...row,
    plan_id: null,
    name: row.content.campaign.name ?? "",
    platforms: listPlatforms(row.content),
    updated_at: "2026-11-21T09:00:00Z",
  });
  const refuse = (status: number, code: string, current?: unknown) =>
    Response.json(
      { error: true, messages: [code], data: null, code, request_id: "req-1", current },
      { status },
    );
  const answer = (data: unknown) => Response.json({ error: false, messages: [], data });

  function respond(method: string, name: string, body: Saved | null, query: URLSearchParams): Response {
    if (name === "index") return answer({ items: [...rows].reverse().map(present) });
    if (name === "create" && body) {
      const row = { ...body, id: `dft_${rows.length + 1}`, revision: 1 };
      rows.push(row);
      return answer(present(row));
    }
    const row = rows.find(({ id }) => id === name);
    if (!row) return refuse(404, "base.not_found");
    if (method === "DELETE") {
      const isSeen = [String(row.revision), null].includes(query.get("revision"));
      if (!isSeen && query.get("device") !== row.device)
        return refuse(409, "campaigns.draft_changed", present(row));
      rows.splice(rows.indexOf(row), 1);
    }
    if (method !== "PUT" || !body) return answer(present(row));
    if (body.revision !== row.revision) return refuse(409, "campaigns.draft_changed", present(row));
    Object.assign(row, body, { revision: row.revision + 1 });
    return answer(present(row));
  }
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const body = typeof init.body === "string" ? (JSON.parse(init.body) as unknown) : null;
    if (!pathname.startsWith("/Clients/Drafts/")) {
      const other = answerOther(pathname, body);
      return other instanceof Response ? other : answer(other);
    }
    const name = pathname.replace("/Clients/Drafts/", "");
    const method = init.method ?? "GET";
    sent.push(`${method} ${name}`);
    await held;
    if (network === "down") throw new TypeError("no network");
    const response = respond(method, name, body as Saved | null, searchParams);
    if (network === "loses_answers" && method !== "GET") throw new TypeError("the connection was cut");
    return response;
  });
  return {
    rows,
    sent,
    setNetwork: (next: typeof network) => {
      network = next;
    },
    /** Requests get no response until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = null;
        resolve();
      };
    },
    /** Another device saves over what stands. */
    saveElsewhere(name: string) {
      const [row] = rows;
      if (row) Object.assign(row, { revision: row.revision + 1, device: "another-device" });
      if (row) row.content = { ...row.content, campaign: { ...row.content.campaign, name } };
    },
  };
}
