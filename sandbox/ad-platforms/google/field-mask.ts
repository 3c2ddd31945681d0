import { isObject, type Json } from "../shared/field-table.ts";
import { refuse } from "./errors.ts";
import { camel, type FieldSpec, findFields } from "./spec/spec.ts";

/**
 * The object after an update: only fields named by the mask change; one that is named and missing in the body is
 * cleared. Setting one field of a oneof group clears the others.
 */
export function applyMask(message: string, before: Json, update: Json, mask: unknown): Json {
  if (typeof mask !== "string" || mask === "")
    refuse("fieldMaskError", "FIELD_MASK_MISSING", "The field mask must be provided for update operations.", [
      "update_mask",
    ]);
  const after = structuredClone(before);
  for (const path of mask.split(",")) {
    const steps = path.trim().split(".").map(camel);
    setPath(message, after, update, steps, path);
  }
  return after;
}

function setPath(message: string, target: Json, source: Json, steps: string[], path: string): void {
  const [name = "", ...rest] = steps;
  const field = findFields(message)?.get(name);
  if (!field)
    refuse(
      "fieldMaskError",
      "FIELD_NOT_FOUND",
      `The field mask contained an invalid field: '${path}'.`,
      ["update_mask"],
      { trigger: path },
    );
  if (field.isOutputOnly || (field.isImmutable && !isRepeated(target[name], source[name])))
    refuse("fieldError", "IMMUTABLE_FIELD", `The field cannot be modified: '${path}'.`, ["update", name], {
      trigger: path,
    });
  clearGroup(message, target, field);
  const inner = !field.isList && findFields(field.type);
  if (rest.length > 0) {
    if (!inner)
      refuse(
        "fieldMaskError",
        "FIELD_NOT_FOUND",
        `'${path}' goes deeper than the field does.`,
        ["update_mask"],
        { trigger: path },
      );
    const child = isObject(target[name]) ? target[name] : {};
    target[name] = child;
    setPath(field.type, child, isObject(source[name]) ? source[name] : {}, rest, path);
  } else if (inner && inner.size > 0)
    refuse(
      "fieldMaskError",
      "FIELD_HAS_SUBFIELDS",
      `The field mask names '${path}', which has subfields: name those.`,
      ["update_mask"],
      { trigger: path },
    );
  else if (source[name] === undefined) delete target[name];
  else target[name] = source[name];
}

/** An immutable field may be sent again unchanged. */
function isRepeated(before: unknown, after: unknown): boolean {
  return before !== undefined && JSON.stringify(before) === JSON.stringify(after);
}

function clearGroup(message: string, target: Json, field: FieldSpec): void {
  if (!field.group) return;
  for (const other of findFields(message)?.values() ?? []) {
    if (other.group === field.group && other.name !== field.name) delete target[other.name];
  }
}

/** A create may contain no field that only Google writes, at any depth. */
export function refuseGivenFields(message: string, object: Json, at: (string | number)[]): void {
  for (const [name, value] of Object.entries(object)) {
    const field = findFields(message)?.get(name);
    if (!field) continue;
    const here = [...at, name];
    if (field.isOutputOnly)
      refuse("fieldError", "IMMUTABLE_FIELD", `The field is given by Google: '${name}'.`, here);
    if (!findFields(field.type)) continue;
    const inner = Array.isArray(value) ? value : [value];
    for (const [index, each] of inner.entries()) {
      if (isObject(each)) refuseGivenFields(field.type, each, field.isList ? [...here, index] : here);
    }
  }
}
