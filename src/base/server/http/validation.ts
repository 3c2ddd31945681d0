import { z } from "zod";
import type { FieldMessages } from "../../shared/envelope.ts";
import type { Language } from "../../shared/language.ts";
import type { MessageParams } from "../../shared/refusals.ts";
import type { Messages } from "../messages.ts";

/** The input did not match the contract's schema. */
export class ValidationError extends Error {
  readonly issues: readonly z.core.$ZodIssue[];

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super("input not valid");
    this.name = "ValidationError";
    this.issues = issues;
  }
}

/** The input of a call without a schema: nothing. */
const nothing = z.object({});

/**
 * A parser of input by its schema that refuses unknown fields (all fields where there is no schema); it throws
 * ValidationError. Make it once: a schema is compiled at its first use, which takes many times as long as parsing with
 * it.
 */
export function makeInputParser(schema: z.ZodType = nothing): (input: unknown) => unknown {
  const strict = schema instanceof z.ZodObject ? schema.strict() : schema;
  return (input) => {
    const outcome = strict.safeParse(input ?? {});
    if (!outcome.success) throw new ValidationError(outcome.error.issues);
    return outcome.data;
  };
}

/** Each issue as a message on its field, in the reader's language. */
export function toFieldMessages(
  issues: readonly z.core.$ZodIssue[],
  messages: Messages,
  language: Language,
): FieldMessages {
  // A map, since senders name the fields: "constructor" and "valueOf" are found in every plain object.
  const fields = new Map<string, string[]>();
  for (const issue of issues) {
    const { key, params } = toMessage(issue);
    const text = messages.translate(language, key, params);
    // An issue of the input as a whole belongs to no field.
    const own = issue.path.length > 0 ? [issue.path.join(".")] : [];
    const names =
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key].join(".")) : own;
    for (const name of names) fields.set(name, [...(fields.get(name) ?? []), text]);
  }
  return Object.fromEntries(fields);
}

/** Our message for a schema's issue: the schema's own key when it has one, else one by the kind of issue. */
function toMessage(issue: z.core.$ZodIssue): { key: string; params: MessageParams } {
  if (/^[a-z_]+:[a-z_.]+$/.test(issue.message)) {
    return {
      key: issue.message,
      params: issue.code === "custom" ? (issue.params as MessageParams) : toBounds(issue),
    };
  }
  switch (issue.code) {
    case "invalid_type":
      return { key: issue.input === undefined ? "base:field_required" : typeKey(issue.expected), params: {} };
    case "too_small":
      return { key: isText(issue.origin) ? "base:too_short" : "base:too_small", params: toBounds(issue) };
    case "too_big":
      return { key: isText(issue.origin) ? "base:too_long" : "base:too_big", params: toBounds(issue) };
    case "unrecognized_keys":
      return { key: "base:field_unknown", params: {} };
    case "invalid_format":
      return {
        key:
          issue.format === "email"
            ? "base:email_not_valid"
            : issue.format === "url"
              ? "base:link_not_valid"
              : issue.format.startsWith("date")
                ? "base:date_not_valid"
                : "base:value_not_valid",
        params: {},
      };
    default:
      return { key: "base:value_not_valid", params: {} };
  }
}

function toBounds(issue: z.core.$ZodIssue): MessageParams {
  if (issue.code === "too_small") return { min: Number(issue.minimum) };
  if (issue.code === "too_big") return { max: Number(issue.maximum) };
  return {};
}

const isText = (origin: string) => origin === "string" || origin === "array";
const typeKey = (expected: string) =>
  expected === "number" || expected === "int" ? "base:number_required" : "base:value_not_valid";
