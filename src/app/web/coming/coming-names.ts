/** The drawing on the placeholder page of each route; its texts have the same name in the messages. */
export const comingDrawings = {
  campaign_ai: "spark",
  consultations: "talk",
  consultation_orders: "rows",
  notifications: "rows",
  reports: "chart",
  tracking: "road",
  subscriptions: "card",
  services_stock: "rows",
  ai_form: "spark",
  control_rules: "rule",
  communication_rules: "rule",
} as const;

export type ComingName = keyof typeof comingDrawings;
export type DrawingName = (typeof comingDrawings)[ComingName];
