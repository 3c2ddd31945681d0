import type { FastifyInstance, FastifyRequest } from "fastify";
import type { World } from "../../base/world.ts";
import { requireSecretKey } from "./auth.ts";
import { parseTokenBody } from "./bodies.ts";
import type { ChargeService } from "./charge-service.ts";
import { refused, TapError } from "./errors.ts";
import type { SavedCard } from "./model.ts";
import { presentSavedCard, presentToken } from "./present.ts";

type Params = { customer: string; card: string };

/** Tap docs, Cards and Tokens: a card belongs to a customer, and pays only by a token made of it. */
export function cardRoutes(app: FastifyInstance, { cards, tokens }: ChargeService, world: World): void {
  app.addHook("preHandler", async (request) => requireSecretKey(request));

  const find = (request: FastifyRequest): SavedCard => {
    const { customer, card: id } = request.params as Params;
    const card = cards.get(id);
    if (card?.customerId !== customer) throw new TapError(404, "1151", "Card id not found");
    return card;
  };

  app.post("/v2/tokens", (request) => {
    const { card_id: cardId, customer_id: customerId } = parseTokenBody(request.body).saved_card;
    const card = cards.get(cardId);
    if (card?.customerId !== customerId) throw refused("1152", "Card id is invalid");
    const id = `tok_${world.ids.token("tap/token", 24)}`;
    const token = tokens.put({ id, cardId, customerId, createdAt: Date.now(), isUsed: false });
    return presentToken(token, card);
  });
  app.get("/v2/card/:customer", (request) => {
    const { customer } = request.params as Params;
    const data = [...cards.values()].filter(({ customerId }) => customerId === customer);
    return { object: "list", has_more: false, data: data.map(presentSavedCard) };
  });
  app.get("/v2/card/:customer/:card", (request) => presentSavedCard(find(request)));
  app.delete("/v2/card/:customer/:card", (request) => {
    const { id } = find(request);
    cards.delete(id);
    return { delete: true, id };
  });
}
