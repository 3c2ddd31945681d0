import type { Json } from "./wire.ts";

type Identity = {
  identity_type: string;
  identity_id: string;
  identity_authorized_bc_id?: string | null | undefined;
};

/** One word for an identity: TikTok wants its type, and the business centre it was lent through, along with its id. */
export function profileIdOf({ identity_type, identity_id, identity_authorized_bc_id }: Identity): string {
  return [identity_type, identity_id, identity_authorized_bc_id].filter(Boolean).join(":");
}

/** The fields of an ad that say whom it appears under. */
export function identityFields(profileId: string, brandName: string): Json {
  const [identity_type = "", identity_id = "", bc] = profileId.split(":");
  const isCustom = identity_type === "CUSTOMIZED_USER";
  return {
    identity_type,
    identity_id,
    ...(bc ? { identity_authorized_bc_id: bc } : {}),
    // A TikTok account shows its own name; its posts for ads stay off its profile.
    ...(isCustom ? { display_name: brandName } : { dark_post_status: "ON" }),
  };
}
