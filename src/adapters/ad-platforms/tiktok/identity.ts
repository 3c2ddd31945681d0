import type { Json } from "./api-client.ts";

type Identity = {
  identity_type: string;
  identity_id: string;
  identity_authorized_bc_id?: string | null | undefined;
};

/** One text for an identity: TikTok requires its type, and the business centre that shares it, along with its id. */
export function toProfileId({ identity_type, identity_id, identity_authorized_bc_id }: Identity): string {
  return [identity_type, identity_id, identity_authorized_bc_id].filter(Boolean).join(":");
}

/** The fields of an ad that name its identity. */
export function identityFields(profileId: string): Json {
  const [identity_type = "", identity_id = "", bc] = profileId.split(":");
  return { identity_type, identity_id, ...(bc ? { identity_authorized_bc_id: bc } : {}) };
}

/** A name with a picture, which TikTok no longer accepts for ads on TikTok itself. */
export const isCustom = (profileId: string): boolean => profileId.startsWith("CUSTOMIZED_USER");
