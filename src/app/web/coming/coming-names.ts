/**
 * The placeholder pages, each with its drawing; their texts have the same names in the messages. `link` leads to what can
 * be done today instead, or to the page's sibling.
 */
export const comingPages = {
  consultations: { drawing: "talk", link: "/marketing-consultations-orders" },
  consultation_orders: { drawing: "rows", link: "/marketing-consultations" },
} as const;

export type ComingName = keyof typeof comingPages;
export type DrawingName = (typeof comingPages)[ComingName]["drawing"];
