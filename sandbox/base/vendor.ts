import type { FastifyInstance, FastifyReply } from "fastify";
import type { AdMarket, Shop } from "../economy/ports.ts";
import type { World } from "./world.ts";

/** One external system: its hosts on the wire, and what the world needs from it. */
export interface Vendor {
  /** "salla": the name in faults, received calls, tokens and truth. */
  vendor: string;
  title: { ar: string; en: string };
  hosts: VendorHost[];
  /** Credentials of the one app every simulator knows: env variable of the product -> value. */
  credentials: Record<string, string>;
  /** `POST /control/tokens`: a ready token with its ids. Throws a `Refusal` on invalid input. */
  issueTokens?(input: Record<string, unknown>): Record<string, unknown>;
  /** The fault `expire_tokens`: every access token issued so far is expired. Returns how many. */
  expireTokens?(): number;
  /** Listens beside the HTTP server, for what speaks another protocol. */
  start?(): Promise<void>;
  stop?(): Promise<void>;
  /** More control routes of this vendor's own, under `/control/<vendor>/…`. */
  controlRoutes?(app: FastifyInstance): void;
  /** An ad platform's side of the economy. */
  market?: AdMarket;
  /** A store platform's side of the economy; read in each slot. */
  shops?(): Shop[];
}

/** One host of a vendor, served under `/<name>`; paths after it are exactly the vendor's. */
export interface VendorHost {
  /** The key in `GET /control/hosts`. */
  name: string;
  /** The real host, for readers: "api.salla.dev". */
  standsFor: string;
  routes(app: FastifyInstance, world: World): void;
  /** True = not an API: faults and recording do not apply (a shop's public pages). */
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

/** The control API cannot do what was requested. */
export class Refusal extends Error {}
