import { refuse } from "./errors.ts";
import { checkName, type KindRules } from "./rules.ts";

/** Conversion actions: created for a website's purchases; other types are not supported here. */
export const conversionRules: KindRules = {
  kind: "conversionActions",
  message: "ConversionAction",
  operation: "conversionActionOperation",
  path: "conversionActions",
  create(mutation, wire) {
    const name = checkName(wire);
    if (wire.type !== "WEBPAGE")
      refuse("fieldError", "INVALID_VALUE", "Only WEBPAGE is served here.", ["type"]);
    const others = mutation.staged.listInAccount("conversionActions", mutation.customer.id);
    if (others.some((row) => !row.deleted && row.wire.name === name))
      refuse("fieldError", "INVALID_VALUE", "A conversion action with this name already exists.", ["name"], {
        trigger: name,
      });
    const number = String(mutation.context.world.ids.number("google/conversion-action", 10));
    return {
      number,
      parentId: mutation.customer.id,
      wire: { category: "DEFAULT", primaryForGoal: true, ...wire, status: "ENABLED", origin: "WEBSITE" },
    };
  },
};
