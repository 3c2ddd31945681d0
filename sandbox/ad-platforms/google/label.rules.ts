import { refuse } from "./errors.ts";
import { LABEL_NAME_MAX } from "./facts.ts";
import type { Kind } from "./registry.ts";
import { checkName, type KindRules, requireReferenced, toNumericId } from "./rules.ts";

/** An account's own labels; a name belongs to one label only. */
export const labelRules: KindRules = {
  kind: "labels",
  message: "Label",
  operation: "labelOperation",
  path: "labels",
  create(mutation, wire) {
    const name = checkName(wire);
    if ([...name].length > LABEL_NAME_MAX)
      refuse("labelError", "INVALID_LABEL_NAME", "The name is too long.", ["name"], { trigger: name });
    const others = mutation.staged.listInAccount("labels", mutation.customer.id);
    if (others.some((row) => !row.deleted && row.wire.name === name))
      refuse("labelError", "DUPLICATE_NAME", "A label with this name already exists.", ["name"], {
        trigger: name,
      });
    const number = String(mutation.context.world.ids.number("google/label", 11));
    return { number, parentId: mutation.customer.id, wire: { ...wire, status: "ENABLED" } };
  },
  remove({ staged, customer }, stored) {
    for (const kind of ["campaignLabels", "adGroupLabels", "adGroupAdLabels"] as const) {
      for (const row of staged.listInAccount(kind, customer.id))
        if (row.wire.label === stored.id) staged.put({ ...row, deleted: true });
    }
  },
};

type LabelLink = {
  kind: Kind;
  message: string;
  operation: string;
  on: Kind;
  field: string;
  group: string;
  code: string;
};

/** A label on an object: only the two names; created and removed, never changed. */
function labelOn({ kind, message, operation, on, field, group, code }: LabelLink): KindRules {
  return {
    kind,
    message,
    operation,
    path: kind,
    create(mutation, wire) {
      const object = requireReferenced(mutation, on, wire, field);
      const label = requireReferenced(mutation, "labels", wire, "label");
      const number = `${toNumericId(object)}~${toNumericId(label)}`;
      const before = mutation.staged.find(kind, `customers/${mutation.customer.id}/${kind}/${number}`);
      if (before && !before.deleted) refuse(group, code, "The label is already there.", ["label"]);
      return { number, parentId: object.id, wire };
    },
    remove: () => undefined,
  };
}

export const labelLinkRules: KindRules[] = [
  labelOn({
    kind: "campaignLabels",
    message: "CampaignLabel",
    operation: "campaignLabelOperation",
    on: "campaigns",
    field: "campaign",
    group: "campaignError",
    code: "CAMPAIGN_LABEL_ALREADY_EXISTS",
  }),
  labelOn({
    kind: "adGroupLabels",
    message: "AdGroupLabel",
    operation: "adGroupLabelOperation",
    on: "adGroups",
    field: "adGroup",
    group: "adGroupError",
    code: "ADGROUP_LABEL_ALREADY_EXISTS",
  }),
  labelOn({
    kind: "adGroupAdLabels",
    message: "AdGroupAdLabel",
    operation: "adGroupAdLabelOperation",
    on: "adGroupAds",
    field: "adGroupAd",
    group: "adGroupAdError",
    code: "AD_GROUP_AD_LABEL_ALREADY_EXISTS",
  }),
];
