import { traced } from "./tracing.ts";

export type VendorCall = { vendor: string; method: string };
/** `2xx` to `5xx`, `429` apart from the other `4xx`, or `unreachable` where there was no answer. */
export type VendorOutcome = `${1 | 2 | 3 | 4 | 5}xx` | "429" | "unreachable";
type Observe = (call: VendorCall & { outcome: VendorOutcome }, seconds: number) => void;

/** Vendors by the beginning of their addresses, the longest first; `*` stands for any part of a host or path. */
export type VendorNames = readonly { prefix: string | RegExp; vendor: string }[];

/** One per program, as is the pool of connections to vendors. */
let names: VendorNames = [];
let observe: Observe | undefined;

/** From now on calls to other systems are measured under these names. */
export function observeVendors(known: VendorNames, observer: Observe): void {
  names = known;
  observe = observer;
}

/** `merchant_site` where a merchant gave the address: their hosts are not ours to list in metrics. */
export function nameVendor(url: string, isMerchants = false): string {
  for (const { prefix, vendor } of names)
    if (typeof prefix === "string" ? url.startsWith(prefix) : prefix.test(url)) return vendor;
  return isMerchants ? "merchant_site" : "other";
}

/** Measures and traces one call to another system. `readStatus` gives the answer's HTTP status, where it has one. */
export async function observeVendorCall<Result>(
  call: VendorCall,
  work: () => Promise<Result>,
  readStatus: (result: Result) => number = () => 200,
): Promise<Result> {
  const beganAt = performance.now();
  let outcome: VendorOutcome = "unreachable";
  try {
    const result = await traced(
      {
        name: `${call.method} ${call.vendor}`,
        kind: "CLIENT",
        attributes: { "rawaj.vendor": call.vendor, "http.request.method": call.method },
      },
      work,
      (answer) => ({ "http.response.status_code": readStatus(answer) }),
    );
    outcome = toOutcome(readStatus(result));
    return result;
  } finally {
    observe?.({ ...call, outcome }, (performance.now() - beganAt) / 1_000);
  }
}

const toOutcome = (status: number): VendorOutcome =>
  status === 429 ? "429" : (`${Math.min(5, Math.max(1, Math.floor(status / 100)))}xx` as VendorOutcome);

/** `fetch` for a vendor's own SDK. The time is that until the answer begins: it may be a stream. */
export const observedFetch =
  (vendor: string): typeof fetch =>
  (input, init) =>
    observeVendorCall(
      { vendor, method: init?.method ?? "GET" },
      () => fetch(input, init),
      ({ status }) => status,
    );
