import { Select } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BulkBody } from "../../contract/bulk.ts";
import { useAdAccountChoices } from "../use-choices.ts";

type Props = { ids: string[]; onChange: (body: BulkBody) => void };
const same = "same";

/** Where the copies are for: where each original is, or one of the merchant's ad accounts. */
export function DuplicateChoice({ ids, onChange }: Props) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const accounts = useAdAccountChoices().data ?? [];
  const [chosen, setChosen] = useState(same);
  function choose(value: string | null) {
    setChosen(value ?? same);
    const account = accounts.find(({ id }) => id === value);
    const target = account ? { platform: account.platform, ad_account_id: account.id } : null;
    onChange({ action: "duplicate", ids, target });
  }
  return (
    <Select
      label={t("bulk.copies_to")}
      allowDeselect={false}
      value={chosen}
      data={[
        { value: same, label: t("bulk.same_place") },
        ...accounts.map(({ id, platform, name }) => ({
          value: id,
          label: `${t(`campaigns:platform_names.${platform}`)} · ${name}`,
        })),
      ]}
      onChange={choose}
    />
  );
}
