/**
 * The id of a call for the server's traces (W3C Trace Context): what the server and its jobs do because of it is found by
 * it. Whether the trace is kept is the server's decision, so the flags say nothing.
 */
export function makeTraceparent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `00-${hex.slice(0, 32)}-${hex.slice(32)}-00`;
}
