import { context } from "@opentelemetry/api";
import { setTracer } from "./tracing.ts";

export type TracingOptions = {
  /** The address of a collector that speaks OTLP over HTTP, without `/v1/traces`. */
  endpoint: string;
  /** Its headers, such as a key: `name=value,name=value`. */
  headers?: string | undefined;
  /** The share of traces that are kept, 0 to 1. */
  share: number;
  /** Which process this is, as `web`. */
  role: string;
};

/**
 * Makes traces from now on and sends them to a collector in the background: when that is away or slow, spans are dropped
 * and the product is not held up. Its packages are loaded here, so that a product without traces does not load them.
 */
export async function startTracing({ endpoint, headers, share, role }: TracingOptions) {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }, { AsyncLocalStorageContextManager }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace-base"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/context-async-hooks"),
    ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, "")}/v1/traces`,
    headers: parseHeaders(headers),
    timeoutMillis: 5_000,
  });
  // Decided by the trace's id alone: all processes decide alike, and no caller can make us keep its traces.
  const byShare = new sdk.TraceIdRatioBasedSampler(share);
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({
      "service.name": "rawaj",
      "service.instance.id": `${role}-${process.pid}`,
      "rawaj.role": role,
    }),
    sampler: byShare,
    spanProcessors: [new sdk.BatchSpanProcessor(exporter, { maxQueueSize: 4_096 })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  setTracer(provider.getTracer("rawaj"));
  return {
    /** Sends what is left, for a few seconds at most. */
    async stop() {
      setTracer(undefined);
      await provider.shutdown().catch(() => {});
      context.disable();
    },
  };
}

function parseHeaders(text = ""): Record<string, string> {
  const pairs = text.split(",").flatMap((pair): [string, string][] => {
    const at = pair.indexOf("=");
    return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]] : [];
  });
  return Object.fromEntries(pairs);
}
