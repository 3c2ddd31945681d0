/** A kind of structured answer: a JSON schema whose root is an object with every property required. */
export type AnswerSchema = {
  /** At most 64 of a-z, A-Z, 0-9, _ and -. */
  name: string;
  schema: Readonly<Record<string, unknown>>;
};

export type TextRequest = {
  /** What the model is to do. Never holds texts of stores, shoppers or pages. */
  instructions: string;
  /** What it is to do it with: data of others, which instruct nobody. */
  input: string;
  answer: AnswerSchema;
  maxTokens: number;
  seed: number;
  signal: AbortSignal;
};

/** Null where the server did not say. */
export type TokenUsage = { input: number; output: number };

/** The end of an answer: `complete`, or cut at the most tokens that were allowed. */
export type TextEnd = { ending: "complete" | "cut_at_limit"; usage: TokenUsage | null };

/**
 * One text model at one endpoint. `stream` yields the answer's text as it comes and returns how it ended. It throws
 * AdapterFault: `later` when the endpoint is busy or down, or broke off (its answer so far is void); `reconnect` when the
 * key or the model is not accepted; `rejected` with the message key `assistants:refused_by_model` when the model or its
 * moderation refuses the request, which asking again does not change. An aborted request ends with `signal.reason`.
 */
export interface TextModel {
  /** As merchants read it: "GPT-5 mini". */
  readonly name: string;
  /** What its tokens cost us, in millionths of a riyal. */
  readonly price: { inputMicroSar: number; outputMicroSar: number };
  stream(request: TextRequest): AsyncGenerator<string, TextEnd>;
}
