import { refuse } from "./errors.ts";
import { LABEL_NAME_MAX } from "./facts.ts";
import type { Kind } from "./registry.ts";
import { checkName, idOf, type KindRules, standing } from "./rules.ts";

/** Labels are an account's own marks; a name stands for one label only. */
export const labelRules: KindRules = {
  kind: "labels",
  message: "Label",
  operation: "labelOperation",
  path: "labels",
  create(scene, wire) {
    const name = checkName(wire);
    if ([...name].length > LABEL_NAME_MAX)
      refuse("labelError", "INVALID_LABEL_NAME", "The name is too long.", ["name"], { trigger: name });
    const others = scene.stage.inAccount("labels", scene.customer.id);
    if (others.some((row) => !row.deleted && row.wire.name === name))
      refuse("labelError", "DUPLICATE_NAME", "A label with this name already exists.", ["name"], {
        trigger: name,
      });
    const number = String(scene.room.world.ids.number("google/label", 11));
    return { number, parentId: scene.customer.id, wire: { ...wire, status: "ENABLED" } };
  },
  remove({ stage, customer }, kept) {
    for (const kind of ["campaignLabels", "adGroupLabels", "adGroupAdLabels"] as const) {
      for (const row of stage.inAccount(kind, customer.id))
        if (row.wire.label === kept.id) stage.put({ ...row, deleted: true });
    }
  },
};

type Bond = {
  kind: Kind;
  message: string;
  operation: string;
  on: Kind;
  field: string;
  group: string;
  code: string;
};

/** A label on an object: nothing but the two names; made and removed, never changed. */
function labelOn({ kind, message, operation, on, field, group, code }: Bond): KindRules {
  return {
    kind,
    message,
    operation,
    path: kind,
    create(scene, wire) {
      const object = standing(scene, on, wire, field);
      const label = standing(scene, "labels", wire, "label");
      const number = `${idOf(object)}~${idOf(label)}`;
      const before = scene.stage.find(kind, `customers/${scene.customer.id}/${kind}/${number}`);
      if (before && !before.deleted) refuse(group, code, "The label is already there.", ["label"]);
      return { number, parentId: object.id, wire };
    },
    remove: () => undefined,
  };
}

export const bondRules: KindRules[] = [
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
