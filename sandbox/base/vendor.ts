import type { FastifyInstance, FastifyReply } from "fastify";
import type { AdMarket, Shop } from "../economy/ports.ts";
import type { World } from "./world.ts";

/** One outside system: its hosts on the wire, and what the world needs from it. */
export interface Vendor {
  /** "salla": the name in faults, received calls, tokens and truth. */
  vendor: string;
  title: { ar: string; en: string };
  hosts: VendorHost[];
  /** Credentials of the one app every simulator knows: env variable of the product -> value. */
  credentials: Record<string, string>;
  /** `POST /control/tokens`: a ready token with the ids that go with it. Throws a `Refusal` on nonsense. */
  issueTokens?(input: Record<string, unknown>): Record<string, unknown>;
  /** The fault `expire_tokens`: every access token given so far is expired; answers how many. */
  expireTokens?(): number;
  /** More control routes of this vendor's own, under `/control/<vendor>/…`. */
  controlRoutes?(app: FastifyInstance): void;
  /** An ad platform's side of the economy. */
  market?: AdMarket;
  /** A store platform's side of the economy; asked for each slot. */
  shops?(): Shop[];
}

/** One host of a vendor, served under `/<name>`; paths after it are exactly the vendor's. */
export interface VendorHost {
  /** The key in `GET /control/hosts`. */
  name: string;
  /** The real host, for the reader: "api.salla.dev". */
  standsFor: string;
  routes(app: FastifyInstance, world: World): void;
  /** True = not an API: faults and recording leave it alone (a shop's public pages). */
  plain?: boolean;
  /** Renders 429, 500 and 503 of the faults, and a body that is not JSON (400), in the vendor's error shape. */
  renderFailure(reply: FastifyReply, failure: Failure): unknown;
}

export interface Failure {
  status: 400 | 404 | 415 | 429 | 500 | 503;
  message: string;
  retryAfterSeconds?: number;
}

export type MakeVendor = (world: World) => Vendor;

/** The control API was asked for something it cannot give. */
export class Refusal extends Error {}
