import enumsJson from "./enums.json" with { type: "json" };
import errorsJson from "./errors.json" with { type: "json" };
import messagesJson from "./messages.json" with { type: "json" };

/**
 * The published interface of the API, version 25, as far as it is supported here: the fields of each message with
 * their types and annotations, the values of every enum, and the codes of every kind of error. Source:
 * googleapis/googleapis, google/ads/googleads/v25 (protocol definitions).
 */
export interface FieldSpec {
  name: string;
  /** A scalar, an enum's name or a message's name. */
  type: string;
  isList: boolean;
  isRequired: boolean;
  isOutputOnly: boolean;
  isImmutable: boolean;
  /** The oneof group: only one of its fields may be set. */
  group: string | null;
}

const messages: Record<string, Record<string, string>> = messagesJson;
export const enums: Record<string, readonly string[]> = enumsJson;
export const errorCodes: Record<string, readonly string[]> = {
  ...errorsJson,
  // Not in the definitions that were at hand; from the documentation of LabelErrorEnum.
  labelError: ["DUPLICATE_NAME", "INVALID_LABEL_NAME", "EXCEEDED_LABEL_LIMIT_PER_TYPE"],
};

const read = new Map<string, Map<string, FieldSpec>>();

/** The fields of a message by their wire name; null for an unknown message. */
export function findFields(message: string): Map<string, FieldSpec> | null {
  const known = read.get(message);
  if (known) return known;
  const written = messages[message];
  if (!written) return null;
  const fields = new Map(
    Object.entries(written).map(([name, text]) => [name, parseField(message, name, text)]),
  );
  read.set(message, fields);
  return fields;
}

/** An image's bytes are sent in a field that the definitions mark as output only. */
const alwaysSent = new Set(["Asset.imageAsset"]);

function parseField(message: string, name: string, text: string): FieldSpec {
  const [written = "", ...rest] = text.split(" ");
  const group = rest.find((mark) => mark.startsWith("oneof:"));
  const marks = rest.flatMap((mark) => mark.split(","));
  return {
    name,
    type: written.replace("[]", ""),
    isList: written.startsWith("[]"),
    isRequired: marks.includes("REQUIRED"),
    isOutputOnly: marks.includes("OUTPUT_ONLY") && !alwaysSent.has(`${message}.${name}`),
    isImmutable: marks.includes("IMMUTABLE"),
    group: group ? group.slice("oneof:".length) : null,
  };
}

/** `start_date_time` and `startDateTime` both name the field; responses always use the second. */
export function camel(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}

/** In the spelling of error locations and queries. */
export function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
