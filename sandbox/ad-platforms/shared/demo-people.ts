/** The same people on every platform: each one represents the same account problem everywhere. */
const demoPeople: Record<string, { name: string; business: string }> = {
  noura: { name: "Noura Al-Otaibi", business: "متجر نورة للعطور" },
  fahad: { name: "Fahad Al-Harbi", business: "قهوة فهد" },
  layla: { name: "Layla Al-Ghamdi", business: "حلويات ليلى" },
  sara: { name: "Sara Al-Qahtani", business: "أزياء سارة" },
  khalid: { name: "Khalid Al-Shehri", business: "Khalid Trading" },
  huda: { name: "Huda Al-Enezi", business: "Huda Europe" },
  reem: { name: "Reem Al-Dossari", business: "هدايا ريم" },
  bader: { name: "Bader Al-Mutairi", business: "إلكترونيات بدر" },
  maha: { name: "Maha Al-Zahrani", business: "بيت مها" },
};

/** `fresh-1`, `fresh-2` …: a new person, so that two trials need not share one. */
const FRESH = /^fresh-(\d{1,9})$/;

/** A demo person; `suffix` ends every name of a fresh person, so that they can be distinguished. */
export interface DemoPerson<DemoSpec> {
  spec: DemoSpec;
  name: string;
  business: string;
  email: string;
  suffix: string;
}

/** The person with this key, or null. A fresh person has the same accounts as Noura. */
export function findDemoPerson<DemoSpec>(
  demoSpecs: Readonly<Record<string, DemoSpec>>,
  key: string,
): DemoPerson<DemoSpec> | null {
  const fresh = FRESH.exec(key)?.[1];
  const part = fresh ? "noura" : key;
  const spec = Object.hasOwn(demoSpecs, part) ? demoSpecs[part] : undefined;
  const person = demoPeople[part];
  if (!spec || !person) return null;
  const suffix = fresh ? ` ${fresh}` : "";
  return {
    spec,
    name: person.name + suffix,
    business: person.business + suffix,
    email: `${key}@example.test`,
    suffix,
  };
}
