import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";

/**
 * Traces (OpenTelemetry): what led to what, from a call of the browser over events and jobs to a vendor's answer. Off
 * until `startTracing` has been called, and then every function here is one comparison. Spans hold names, ids of ours and
 * outcomes, never what people typed, addresses with their queries, or values of statements.
 */
let tracer: Tracer | undefined;

export const isTracing = (): boolean => tracer !== undefined;

/** From now on spans are made; called once, by `startTracing`, and with undefined by tests when they end. */
export function setTracer(made: Tracer | undefined): void {
  tracer = made;
}

export type SpanInfo = { name: string; attributes?: Attributes; kind?: keyof typeof SpanKind };

/** Does `work` in a span below the one that is open. The span fails with it, and gets what `outcome` says of its result. */
export function traced<Result>(
  info: SpanInfo,
  work: () => Promise<Result>,
  outcome?: (result: Result) => Attributes,
): Promise<Result> {
  return tracer ? runInSpan(tracer, info, context.active(), work, outcome) : work();
}

/** The same below a span of long ago, perhaps of another process, named by its `traceparent`; a new trace without one. */
export function tracedFrom<Result>(
  traceparent: unknown,
  info: SpanInfo,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer ? runInSpan(tracer, info, readTraceparent(traceparent), work) : work();
}

/** Does work that several traces led to: a trace of its own with a link to each. */
export function tracedTogether<Result>(
  traceparents: readonly unknown[],
  info: SpanInfo,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!tracer) return work();
  const contexts = [...new Set(traceparents)].slice(0, maxLinks).map(readTraceparent);
  const links = contexts.flatMap((parent): Link[] => {
    const linked = trace.getSpanContext(parent);
    return linked ? [{ context: linked }] : [];
  });
  const [only] = contexts;
  // What one trace alone led to belongs to it.
  const parent = links.length === 1 && contexts.length === 1 && only ? only : ROOT_CONTEXT;
  return runInSpan(tracer, info, parent, work, undefined, parent === ROOT_CONTEXT ? links : []);
}

const maxLinks = 32;

async function runInSpan<Result>(
  by: Tracer,
  { name, attributes = {}, kind = "INTERNAL" }: SpanInfo,
  parent: Context,
  work: () => Promise<Result>,
  outcome?: (result: Result) => Attributes,
  links: Link[] = [],
): Promise<Result> {
  const span = by.startSpan(name, { attributes, kind: SpanKind[kind], links }, parent);
  try {
    const result = await context.with(trace.setSpan(parent, span), work);
    if (outcome) span.setAttributes(outcome(result));
    return result;
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** The kind of error alone: its message may repeat what a person typed. */
function failSpan(span: Span, error: unknown) {
  const { code, name } = error as { code?: unknown; name?: unknown };
  span.setAttribute("error.type", String(code ?? name ?? "unknown").slice(0, 100));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** The span of a request, and the context in which everything that the request causes runs. */
export function openRequestSpan(
  traceparent: unknown,
  info: SpanInfo,
): { span: Span; enter: Enter } | undefined {
  if (!tracer) return undefined;
  const parent = readTraceparent(traceparent);
  const span = tracer.startSpan(
    info.name,
    { kind: SpanKind.SERVER, attributes: info.attributes ?? {} },
    parent,
  );
  return { span, enter: (work) => context.with(trace.setSpan(parent, span), work) };
}
type Enter = (work: () => void) => void;

export function closeRequestSpan(span: Span, { name, attributes = {} }: SpanInfo, status: number): void {
  span.updateName(name);
  span.setAttributes({ ...attributes, "http.response.status_code": status });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}

/** The open span as a `traceparent` (W3C Trace Context, level 1) to be stored with what it causes; null when there is none. */
export function currentTraceparent(): string | null {
  const current = tracer && trace.getSpanContext(context.active());
  if (!current || !isSpanContextValid(current)) return null;
  return `00-${current.traceId}-${current.spanId}-${current.traceFlags.toString(16).padStart(2, "0")}`;
}

/** For log lines: the trace they belong to. */
export function currentTraceId(): { trace_id?: string } {
  const current = tracer && trace.getSpanContext(context.active());
  return current && isSpanContextValid(current) ? { trace_id: current.traceId } : {};
}

/** Anything else than a valid one, which callers may send as they like, begins a new trace. */
function readTraceparent(text: unknown): Context {
  const parts = typeof text === "string" ? /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(text) : null;
  if (!parts) return ROOT_CONTEXT;
  const [, traceId = "", spanId = "", flags = "00"] = parts;
  const isSampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0;
  const parent = {
    traceId,
    spanId,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  };
  return isSpanContextValid(parent) ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
}
