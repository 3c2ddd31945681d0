import type { FastifyRequest } from "fastify";
import type { World } from "../../base/world.ts";
import type { Site } from "./model.ts";
import { RestError } from "./rest.ts";

export type Permission = "read" | "write" | "read_write";

/** A REST key of a site. It is valid until it is revoked. */
export interface Key {
  /** The consumer key. */
  id: string;
  secret: string;
  keyId: number;
  siteId: string;
  permission: Permission;
  description: string;
}

export type Keys = ReturnType<typeof openKeys>;

export function openKeys(world: World) {
  const keys = world.table<Key>("woocommerce-keys");
  return {
    make(siteId: string, permission: Permission, description: string): Key {
      const randomHex = (kind: string) =>
        Buffer.from(world.ids.token(`woocommerce/${kind}`, 20))
          .toString("hex")
          .slice(0, 40);
      return keys.put({
        id: `ck_${randomHex("key")}`,
        secret: `cs_${randomHex("secret")}`,
        keyId: world.ids.number("woocommerce/key-id", 3),
        siteId,
        permission,
        description,
      });
    },
    revoke: (id: string) => keys.delete(id),
    /** Every key of a site, or of all sites; returns how many. */
    revokeAll(siteId?: string): number {
      const matches = [...keys.values()].filter((key) => !siteId || key.siteId === siteId);
      for (const key of matches) keys.delete(key.id);
      return matches.length;
    },
    /** Authenticates the caller: HTTP Basic, or the same two values in the query where a host strips the header. */
    authenticate(request: FastifyRequest, site: Site, needs: "read" | "write"): Key {
      const { id, secret } = readCredentials(request, site);
      if (!id) {
        throw new RestError(
          401,
          needs === "read" ? "woocommerce_rest_cannot_view" : "woocommerce_rest_cannot_create",
          "Sorry, you are not allowed to do that.",
        );
      }
      const key = keys.get(id);
      if (key?.siteId !== site.id) throw notAdmitted("Consumer key is invalid.");
      if (key.secret !== secret) throw notAdmitted("Consumer secret is invalid.");
      const other = needs === "read" ? "write" : "read";
      if (key.permission === other)
        throw notAdmitted(`The API key provided does not have ${needs} permissions.`);
      return key;
    },
  };
}

function notAdmitted(message: string): RestError {
  return new RestError(401, "woocommerce_rest_authentication_error", message);
}

function readCredentials(request: FastifyRequest, { stripsHeader }: Site): { id: string; secret: string } {
  const header = stripsHeader ? "" : (request.headers.authorization ?? "");
  const basic = /^Basic (\S+)$/i.exec(header)?.[1];
  const query = request.query as Record<string, string | undefined>;
  if (!basic) return { id: query.consumer_key ?? "", secret: query.consumer_secret ?? "" };
  const [id = "", ...rest] = Buffer.from(basic, "base64").toString("utf8").split(":");
  return { id, secret: rest.join(":") };
}

export function isPermission(text: string): text is Permission {
  return ["read", "write", "read_write"].includes(text);
}
