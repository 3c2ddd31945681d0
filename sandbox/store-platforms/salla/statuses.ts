import type { OrderSlug } from "./model.ts";

/** Salla's original statuses (Salla docs, "Order statuses"). Merchants rename them, so each store also has its own. */
export const originalStatuses: { id: number; slug: OrderSlug; name: string }[] = [
  { id: 1473353380, slug: "payment_pending", name: "بإنتظار الدفع" },
  { id: 566146469, slug: "under_review", name: "بإنتظار المراجعة" },
  { id: 1939592358, slug: "in_progress", name: "قيد التنفيذ" },
  { id: 1298199463, slug: "completed", name: "تم التنفيذ" },
  { id: 349994915, slug: "delivering", name: "جاري التوصيل" },
  { id: 1723506348, slug: "delivered", name: "تم التوصيل" },
  { id: 814202285, slug: "shipped", name: "تم الشحن" },
  { id: 525144736, slug: "canceled", name: "ملغي" },
  { id: 989286562, slug: "restored", name: "مسترجع" },
  { id: 1548352431, slug: "restoring", name: "قيد الإسترجاع" },
];

/** The store's own names of statuses. */
const renamed: Partial<Record<OrderSlug, string>> = {
  under_review: "تم استلام الطلب",
  delivering: "مع المندوب",
};

/** One custom status, a child of an original one. */
export const PACKING = { offset: 77, name: "جاري التغليف", parent: "in_progress" as OrderSlug };

export function findOriginalStatus(slug: OrderSlug) {
  return originalStatuses.find((status) => status.slug === slug) as (typeof originalStatuses)[number];
}

/** The id of a store's own version of a status. */
export function customId(storeId: string, slug: OrderSlug): number {
  return (Number(storeId) % 1_000_000) * 100 + originalStatuses.findIndex((status) => status.slug === slug);
}

export function presentOrderStatus(storeId: string, slug: OrderSlug) {
  const { id, name } = findOriginalStatus(slug);
  return { id, name, slug, customized: { id: customId(storeId, slug), name: renamed[slug] ?? name } };
}

/** `GET /orders/statuses`. */
export function listStatuses(storeId: string) {
  const originals = originalStatuses.map(({ id, slug, name }, sort) => ({
    id: customId(storeId, slug),
    name: renamed[slug] ?? name,
    type: "original",
    slug,
    sort,
    message: null,
    icon: null,
    is_active: true,
    parent: null,
    original: { id, name },
  }));
  const parent = findOriginalStatus(PACKING.parent);
  return [
    ...originals,
    {
      id: packingId(storeId),
      name: PACKING.name,
      type: "custom",
      slug: "packing",
      sort: originals.length,
      message: null,
      icon: null,
      is_active: true,
      parent: { id: customId(storeId, PACKING.parent), name: parent.name, slug: parent.slug },
      original: { id: parent.id, name: parent.name },
    },
  ];
}

export function packingId(storeId: string): number {
  return (Number(storeId) % 1_000_000) * 100 + PACKING.offset;
}
