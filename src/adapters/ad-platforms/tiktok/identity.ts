import type { Json } from "./api-client.ts";

type Identity = {
  identity_type: string;
  identity_id: string;
  identity_authorized_bc_id?: string | null | undefined;
};

/** One word for an identity: TikTok wants its type, and the business centre it was lent through, along with its id. */
export function toProfileId({ identity_type, identity_id, identity_authorized_bc_id }: Identity): string {
  return [identity_type, identity_id, identity_authorized_bc_id].filter(Boolean).join(":");
}

/** The fields of an ad that say whom it appears under. */
export function identityFields(profileId: string): Json {
  const [identity_type = "", identity_id = "", bc] = profileId.split(":");
  return { identity_type, identity_id, ...(bc ? { identity_authorized_bc_id: bc } : {}) };
}

/** A name with a picture, which TikTok no longer lets advertise on TikTok itself. */
export const isCustom = (profileId: string): boolean => profileId.startsWith("CUSTOMIZED_USER");
