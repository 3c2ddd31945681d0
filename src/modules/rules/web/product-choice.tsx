import { Select } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorNode } from "#base/web/forms/fields.tsx";
import { productQuery, productsQuery } from "#modules/stores/web/stores.queries.ts";
import type { RuleForm } from "./rule-draft.ts";

/** The product whose campaigns a rule is for: found by name among those of the merchant's stores. */
export function ProductChoice({ form }: { form: RuleForm }) {
  const { t } = useTranslation("rules");
  const chosen = form.getValues().product_id;
  const [search, setSearch] = useState("");
  const known = useQuery(productQuery(chosen ?? "")).data;
  const wanted = search === known?.name ? "" : search;
  const found = useInfiniteQuery(productsQuery({ search: wanted, storeId: null, sort: "name", size: 20 }));
  const products = found.data?.pages.flatMap(({ items }) => items) ?? [];
  const choices = known && !products.some(({ id }) => id === known.id) ? [known, ...products] : products;
  return (
    <Select
      label={t("form.product")}
      description={t("form.product_hint")}
      placeholder={t("form.product_search")}
      data={choices.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? t("form.product_loading") : t("form.product_none")}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      value={chosen}
      error={errorNode(form.errors.product_id)}
      onChange={(id) => form.setFieldValue("product_id", id)}
    />
  );
}
