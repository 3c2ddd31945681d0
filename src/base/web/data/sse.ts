/** One event of a server-sent stream. */
export type StreamEvent = { id: string; name: string; data: string };

/**
 * Parses server-sent events chunk by chunk, as the network splits them. Feed it text, get complete events. Follows the
 * WHATWG event-stream format; comments and retry lines are skipped.
 */
export function makeEventReader(): (piece: string) => StreamEvent[] {
  let rest = "";
  let open = emptyEvent();
  return (piece) => {
    const all = rest + piece;
    // A carriage return at the very end may be half of CRLF: it waits for the next chunk.
    const cut = all.endsWith("\r") ? all.length - 1 : all.length;
    const lines = all.slice(0, cut).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? "") + all.slice(cut);
    const whole: StreamEvent[] = [];
    for (const line of lines) {
      if (line !== "") {
        applyLine(open, line);
        continue;
      }
      if (open.data.length > 0)
        whole.push({ id: open.id, name: open.name || "message", data: open.data.join("\n") });
      open = emptyEvent();
    }
    return whole;
  };
}

type OpenEvent = { id: string; name: string; data: string[] };
const emptyEvent = (): OpenEvent => ({ id: "", name: "", data: [] });

function applyLine(event: OpenEvent, line: string): void {
  const colon = line.indexOf(":");
  if (colon === 0) return;
  const field = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
  if (field === "data") event.data.push(value);
  else if (field === "id") event.id = value;
  else if (field === "event") event.name = value;
}
