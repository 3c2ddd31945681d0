import fastify from "fastify";
import pg from "pg";
import { fold } from "#base/shared/fold.ts";
import { type NamedKind, searchKinds } from "#modules/search/contract/search-kinds.ts";
import { selectDocuments } from "#modules/search/server/find-documents.ts";

/**
 * The least a search can do: the one query over all kinds, sent as it comes. No session, no numbers of orders and
 * transactions, no near words.
 *
 *   DATABASE_URL=postgres://… PORT=4504 node bench/baseline-search.ts
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const kinds = Object.keys(searchKinds).filter(
  (kind) => kind !== "order" && kind !== "transaction",
) as NamedKind[];

const app = fastify();
app.get<{ Params: { merchant: string }; Querystring: { q: string } }>(
  "/:merchant",
  async ({ params, query }) => {
    const { text, values } = selectDocuments(params.merchant, {
      q: fold(query.q),
      kinds,
      size: 5,
      memberId: null,
    });
    const { rows } = await pool.query(text, values);
    return { error: false, messages: [], data: { groups: rows } };
  },
);
await app.listen({ port: Number(process.env.PORT ?? 4504) });
