type Details = {
  status?: number;
  subcode?: number;
  type?: string;
  title?: string;
  userMessage?: string;
  /** The invalid parameters. */
  blame?: string[];
  isTransient?: boolean;
  headers?: Record<string, string>;
};

/** Ends a request with Meta's error body (developers.facebook.com, Marketing API, Error reference). */
export class GraphError extends Error {
  readonly code: number;
  readonly details: Details;

  constructor(code: number, message: string, details: Details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return this.details.status ?? 400;
  }
}

/** Code 100, the ordinary refusal; the field is in `blame_field_specs`. */
export function invalid(message: string, details: Details = {}): GraphError {
  return new GraphError(100, `(#100) ${message}`, details);
}

/** An invalid parameter with a text that may be shown to people. */
export function refused(
  subcode: number,
  title: string,
  userMessage: string,
  blame: string[] = [],
): GraphError {
  return new GraphError(100, "Invalid parameter", { subcode, title, userMessage, blame });
}

/** A missing object and somebody else's give the same error. */
export function unknownObject(id: string, method = "GET"): GraphError {
  const verb = method === "GET" ? "get" : method.toLowerCase();
  return new GraphError(
    100,
    `Unsupported ${verb} request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    { subcode: 33, type: "GraphMethodException" },
  );
}

export function badToken(subcode: number | undefined, message: string): GraphError {
  return new GraphError(190, message, { ...(subcode ? { subcode } : {}), status: 401 });
}

export function notPermitted(message: string, code = 200): GraphError {
  return new GraphError(code, `(#${code}) ${message}`, { status: 403 });
}

export function errorBody(error: GraphError, traceId: string): Record<string, unknown> {
  const { subcode, type, title, userMessage, blame, isTransient } = error.details;
  return {
    error: {
      message: error.message,
      type: type ?? "OAuthException",
      code: error.code,
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      is_transient: isTransient ?? false,
      ...(title ? { error_user_title: title } : {}),
      ...(userMessage ? { error_user_msg: userMessage } : {}),
      ...(blame?.length ? { error_data: { blame_field_specs: blame.map((field) => [field]) } } : {}),
      fbtrace_id: traceId,
    },
  };
}
