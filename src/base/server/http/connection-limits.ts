import type { IncomingMessage, Server } from "node:http";
import { BlockList, isIP, isIPv6, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { baseRefusals } from "../../shared/base.refusals.ts";
import type { Log } from "../log.ts";

export type ConnectionLimits = {
  /** Connections in total. */
  total: number;
  /** Connections of one address; for IPv6 of one /64 network, the size assigned to one line. */
  perAddress: number;
};

export const defaultConnectionLimits: ConnectionLimits = { total: 15_000, perAddress: 1_000 };

type Options = ConnectionLimits & {
  /** Proxies whose connections carry requests of many people: only the total applies to them. */
  trustedProxies: readonly string[];
  log: Log;
  refused(why: "address" | "total"): void;
};

const answer =
  "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n";
const warnMs = 60_000;

/**
 * Keeps one address from taking every connection. At its limit an address loses its own oldest idle or half-open
 * connection to the new one, because many people may share it. When all of its connections are busy with requests, the
 * new one is answered 503 and closed. When all slots are taken, a newcomer gets one from the address that holds the
 * most, as long as that is more than its own: an idle or half-open one first, or else its oldest. Trusted proxies are
 * exempt.
 */
export function limitConnections(
  server: Server,
  { total, perAddress, trustedProxies, log, refused }: Options,
) {
  const isTrusted = makeNetworkMatcher(trustedProxies);
  const byAddress = new Map<string, Set<Socket>>();
  const addressBySocket = new Map<Socket, string>();
  const requests = new WeakMap<Socket, IncomingMessage>();
  let warnedAt = Number.NEGATIVE_INFINITY;

  function refuse(socket: Socket, why: "address" | "total", address: string) {
    refused(why);
    if (performance.now() - warnedAt > warnMs) {
      warnedAt = performance.now();
      log.warn(
        { why, address },
        "connections are refused; is the address a proxy missing in TRUSTED_PROXIES?",
      );
    }
    socket.on("error", () => {});
    socket.end(answer, () => socket.destroy());
  }

  /**
   * Frees a slot of the address that holds the most, if that is more than the newcomer would hold; false when there is
   * none.
   */
  function evictFromLargest(own: number): boolean {
    let most: Set<Socket> | undefined;
    for (const sockets of byAddress.values()) if (sockets.size > (most?.size ?? own + 1)) most = sockets;
    const [oldest] = most ?? [];
    if (!most || !oldest) return false;
    evict(findSpare(most) ?? oldest);
    return true;
  }

  /** The oldest connection without a request, or else the oldest whose request has not fully arrived. */
  function findSpare(sockets: ReadonlySet<Socket>): Socket | undefined {
    let halfOpen: Socket | undefined;
    for (const socket of sockets) {
      const request = requests.get(socket);
      if (!request) return socket;
      if (!request.complete) halfOpen ??= socket;
    }
    return halfOpen;
  }

  function evict(socket: Socket) {
    untrack(socket);
    socket.destroy();
  }

  function untrack(socket: Socket) {
    const address = addressBySocket.get(socket);
    if (address === undefined) return;
    addressBySocket.delete(socket);
    const sockets = byAddress.get(address);
    sockets?.delete(socket);
    if (sockets?.size === 0) byAddress.delete(address);
  }

  // Before the server's own handler: a refused connection is never read.
  server.prependListener("connection", (socket) => {
    const address = toNetworkPrefix(socket.remoteAddress ?? "");
    const sockets = byAddress.get(address) ?? new Set();
    if (sockets.size >= perAddress) {
      const spare = findSpare(sockets);
      if (!spare) return refuse(socket, "address", address);
      evict(spare);
    }
    if (addressBySocket.size >= total && !evictFromLargest(sockets.size))
      return refuse(socket, "total", address);
    addressBySocket.set(socket, address);
    if (!isTrusted(socket.remoteAddress)) byAddress.set(address, sockets.add(socket));
    socket.once("close", () => untrack(socket));
  });
  server.prependListener("request", (request, response) => {
    requests.set(request.socket, request);
    response.once("close", () => requests.delete(request.socket));
  });
}

/**
 * The same limit on concurrent requests, by the address a trusted proxy forwards: behind it one caller's streams and
 * slow uploads cannot take everybody's slots either.
 */
export function limitConcurrentRequests(app: FastifyInstance, perAddress: number) {
  const inFlight = new Map<string, number>();
  app.addHook("onRequest", async (request, reply) => {
    const address = toNetworkPrefix(request.ip);
    const count = inFlight.get(address) ?? 0;
    if (count >= perAddress) return baseRefusals.refuse("base.too_many_requests", { seconds: 5 });
    inFlight.set(address, count + 1);
    reply.raw.once("close", () => {
      const left = (inFlight.get(address) ?? 1) - 1;
      if (left > 0) inFlight.set(address, left);
      else inFlight.delete(address);
    });
  });
}

/** Whether an address is in this list of addresses and networks. */
function makeNetworkMatcher(networks: readonly string[]): (address: string | undefined) => boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    list.addSubnet(address, Number(bits ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return (address = "") => {
    const plain = stripIpv4Mapping(address);
    return isIP(plain) > 0 && list.check(plain, isIPv6(plain) ? "ipv6" : "ipv4");
  };
}

/** `::ffff:192.0.2.1` is 192.0.2.1 on a dual-stack socket. */
const stripIpv4Mapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, "");

/** What counts as one caller: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function toNetworkPrefix(address: string): string {
  const plain = stripIpv4Mapping(address);
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.split("%")[0]?.split("::") ?? [];
  const parts = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - parts.length - after.length;
  return [...parts, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after].slice(0, 4).join(":");
}
