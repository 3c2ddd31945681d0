import type { Json } from "../shared/field-table.ts";
import { GraphError, invalid } from "./errors.ts";
import type { Graph } from "./graph.ts";
import { APP, APP_TOKEN, type Tokens } from "./tokens.ts";

/** The two nodes that need no user token; null when the path is another. */
export function handleOauth({ tokens, context }: Graph, path: string[], params: Json): Json | null {
  const name = path.join("/");
  if (name === "oauth/access_token") return issueToken(tokens, params);
  if (name !== "debug_token") return null;
  if (params.access_token !== APP_TOKEN)
    throw new GraphError(190, "An app access token is required to inspect a token");
  return { data: inspectToken(tokens, context.registry.findIdentity, String(params.input_token ?? "")) };
}

/** Exchanges a code for a short-lived token, or that for one of sixty days, or issues the app's own token. */
function issueToken(tokens: Tokens, params: Json): Json {
  if (params.client_id !== APP.id)
    throw new GraphError(101, "Error validating application. Invalid application ID.");
  if (params.client_secret !== APP.secret) throw new GraphError(1, "Error validating client secret.");
  if (params.grant_type === "client_credentials") return { access_token: APP_TOKEN, token_type: "bearer" };
  if (params.grant_type === "fb_exchange_token") {
    const given = String(params.fb_exchange_token ?? "");
    const answer = tokens.exchangeToken(given);
    if (!answer) throw new GraphError(190, "Error validating access token", { subcode: 463 });
    return { ...answer };
  }
  if (params.grant_type !== undefined && params.grant_type !== "authorization_code")
    throw invalid("Unsupported grant_type", { blame: ["grant_type"] });
  if (!params.code || !params.redirect_uri)
    throw invalid("The parameters code and redirect_uri are required.");
  const answer = tokens.exchangeCode(String(params.code), String(params.redirect_uri));
  if (!answer)
    throw invalid("This authorization code has been used, has expired or is for another redirect_uri.", {
      subcode: 36_009,
    });
  return { ...answer };
}

function inspectToken(
  tokens: Tokens,
  findIdentity: (key: string) => { userId: string } | null,
  input: string,
): Json {
  const token = tokens.read(input);
  if (typeof token === "string")
    return {
      app_id: APP.id,
      is_valid: false,
      error: { code: 190, message: `The token is ${token}` },
      scopes: [],
    };
  return {
    app_id: APP.id,
    type: "USER",
    is_valid: true,
    expires_at: Math.floor(token.expires_at / 1_000),
    user_id: findIdentity(token.identity)?.userId,
    scopes: token.scopes,
  };
}
