import { isObject, type Json } from "../shared/field-table.ts";
import type { SnapProblem } from "./errors.ts";

type Step = { op: "add" | "remove" | "replace" | "test"; path: string; value?: unknown };
type Outcome = { patched: Json } | { problem: SnapProblem };

const OPS = ["add", "remove", "replace", "test"];

/**
 * Applies a JSON Patch by Snapchat's rules (since 2026-05-26): four operations, no `/id`, no array indexes. E1165 is
 * an invalid patch, E1166 one that does not match the object.
 */
export function applyPatch(object: Json, patch: unknown): Outcome {
  const problem = wrongPatch(patch);
  if (problem) return { problem: { code: "E1165", message: problem } };
  const patched = structuredClone(object);
  for (const step of patch as Step[]) {
    const failure = applyStep(patched, step);
    if (failure) return { problem: { code: "E1166", message: failure } };
  }
  return { patched };
}

function wrongPatch(patch: unknown): string | null {
  if (!Array.isArray(patch) || patch.length === 0) return "a JSON Patch is a list of at least one operation";
  for (const step of patch) {
    if (!isObject(step) || !OPS.includes(String(step.op))) return `op must be one of ${OPS.join(", ")}`;
    if (typeof step.path !== "string" || !/^(\/[^/]+)+$/.test(step.path))
      return "path must be a JSON Pointer";
    if (step.path === "/id") return "the id cannot be patched";
    if (/\/(\d+|-)(\/|$)/.test(step.path)) return "array indexes are not supported in a path";
    if (step.op !== "remove" && !("value" in step)) return `value is required for ${step.op}`;
    if (Object.keys(step).some((key) => !["op", "path", "value"].includes(key)))
      return "an operation has op, path and value only";
  }
  return null;
}

function applyStep(root: Json, step: Step): string | null {
  const names = step.path
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = names.pop() ?? "";
  let parent: Json = root;
  for (const name of names) {
    const next = parent[name];
    if (!isObject(next)) return `${step.path} does not exist`;
    parent = next;
  }
  const isThere = Object.hasOwn(parent, last);
  if (step.op !== "add" && !isThere) return `${step.path} does not exist`;
  if (step.op === "test")
    return JSON.stringify(parent[last]) === JSON.stringify(step.value) ? null : `test of ${step.path} failed`;
  if (step.op === "remove") delete parent[last];
  else parent[last] = step.value;
  return null;
}
