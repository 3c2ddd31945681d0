import type { Random } from "../../base/random.ts";

export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  minItems?: number;
  enum?: unknown[];
};

/** What is wrong with a strict schema, as the vendor would say it; null when nothing is. */
export function findSchemaProblem(schema: Schema, path = "root"): string | null {
  if (path === "root" && schema.type !== "object")
    return "schema must be a JSON Schema of 'type: \"object\"'";
  if (schema.type === "object") {
    const names = Object.keys(schema.properties ?? {});
    if (schema.additionalProperties !== false)
      return `'additionalProperties' is required to be false in ${path}`;
    const missing = names.find((name) => !schema.required?.includes(name));
    if (missing) return `'required' must include every key in properties: missing '${missing}' in ${path}`;
    for (const name of names) {
      const problem = findSchemaProblem(schema.properties?.[name] ?? {}, `${path}.${name}`);
      if (problem) return problem;
    }
  }
  if (schema.type === "array")
    return schema.items ? findSchemaProblem(schema.items, `${path}.items`) : `array without items in ${path}`;
  return null;
}

/** A value of the schema, made of these words. */
export function makeValue(schema: Schema, words: readonly string[], random: Random): unknown {
  if (schema.enum) return random.pick(schema.enum);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, part]) => [name, makeValue(part, words, random)]),
    );
  if (type === "array")
    return Array.from({ length: schema.minItems ?? 3 }, () => makeValue(schema.items ?? {}, words, random));
  if (type === "integer" || type === "number") return random.whole(0, 100);
  if (type === "boolean") return random.chance(0.5);
  return makeSentence(words, random);
}

export const makeSentence = (words: readonly string[], random: Random): string =>
  Array.from({ length: random.whole(4, 9) }, () => random.pick(words)).join(" ");
