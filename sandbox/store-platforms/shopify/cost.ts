import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionSetNode,
  type ValueNode,
} from "graphql";

/** The maximum cost of a single query (shopify.dev, "API limits"). */
export const MAX_POINTS = 1_000;
const MUTATION_POINTS = 10;
/** Fields that only wrap a connection's rows. */
const wrappers = new Set(["nodes", "edges", "node", "pageInfo"]);

/** A document's requested cost, in points: one for each object, a connection by its size, ten for a mutation. */
export function requestedCost(document: DocumentNode, variables: Record<string, unknown>): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const within = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD)
        return sum + within(fragments.get(selection.name.value)?.selectionSet);
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + within(selection.selectionSet);
      if (!selection.selectionSet) return sum;
      const inner = within(selection.selectionSet);
      const size = selection.arguments?.find(({ name }) => name.value === "first" || name.value === "last");
      if (size) return sum + 2 + numberIn(size.value, variables) * (1 + inner);
      return sum + inner + (wrappers.has(selection.name.value) ? 0 : 1);
    }, 0);
  return document.definitions.reduce((sum, definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return sum;
    const isMutation = definition.operation === "mutation";
    return sum + within(definition.selectionSet) + (isMutation ? MUTATION_POINTS : 0);
  }, 0);
}

function numberIn(value: ValueNode, variables: Record<string, unknown>): number {
  if (value.kind === Kind.INT) return Number(value.value);
  return value.kind === Kind.VARIABLE ? Number(variables[value.name.value] ?? 0) : 0;
}

/** The actual cost: one point for each returned object. */
export function actualCost(data: unknown): number {
  if (Array.isArray(data)) return data.reduce((sum: number, one) => sum + actualCost(one), 0);
  if (typeof data !== "object" || data === null) return 0;
  return Object.entries(data).reduce(
    (sum, [name, value]) => sum + (wrappers.has(name) ? 0 : isObject(value) ? 1 : 0) + actualCost(value),
    0,
  );
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The points a shop has left, on system time. */
export function makePoints(now: () => number = Date.now) {
  const levels = new Map<string, { available: number; at: number }>();
  return {
    /** The points available now, after restoring. */
    of(shopId: string, { size, perSecond }: { size: number; perSecond: number }): number {
      const at = now();
      const last = levels.get(shopId) ?? { available: size, at };
      const available = Math.min(size, last.available + ((at - last.at) / 1_000) * perSecond);
      levels.set(shopId, { available, at });
      return available;
    },
    spend(shopId: string, points: number) {
      const last = levels.get(shopId);
      if (last) levels.set(shopId, { ...last, available: last.available - points });
    },
  };
}
