import { refuse } from "./errors.ts";
import { checkName, type KindRules } from "./rules.ts";

/** What counts as a result: made for a website's purchases; other types are not served here. */
export const conversionRules: KindRules = {
  kind: "conversionActions",
  message: "ConversionAction",
  operation: "conversionActionOperation",
  path: "conversionActions",
  create(scene, wire) {
    const name = checkName(wire);
    if (wire.type !== "WEBPAGE")
      refuse("fieldError", "INVALID_VALUE", "Only WEBPAGE is served here.", ["type"]);
    const others = scene.stage.inAccount("conversionActions", scene.customer.id);
    if (others.some((row) => !row.deleted && row.wire.name === name))
      refuse("fieldError", "INVALID_VALUE", "A conversion action with this name already exists.", ["name"], {
        trigger: name,
      });
    const number = String(scene.room.world.ids.number("google/conversion-action", 10));
    return {
      number,
      parentId: scene.customer.id,
      wire: { category: "DEFAULT", primaryForGoal: true, ...wire, status: "ENABLED", origin: "WEBSITE" },
    };
  },
};
