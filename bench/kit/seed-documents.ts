import type { Driver } from "#base/server/db/db.ts";

/** Words of names, folded or not, as merchants write them. */
const words = `array['رمضان', 'خصم', 'عطور', 'شتاء', 'صيف', 'بخور', 'ساعات', 'قهوة', 'تمور', 'هدايا', 'جديد', 'نساء', 'رجال',
  'أطفال', 'منزل', 'مطبخ', 'عود', 'ذهب', 'سفر', 'كتب', 'ورد', 'عسل', 'زيت', 'شاي', 'لبس', 'حقائب', 'نظارات', 'سجاد', 'ستائر',
  'مفارش', 'ألعاب', 'تخفيضات', 'العيد', 'اليوم', 'الوطني', 'التأسيس', 'العودة', 'المدارس', 'الجمعة', 'البيضاء', 'فاخرة']`;
const word = (step: number) => `(${words})[(n * ${step} + n / ${step}) % 41 + 1]`;

/** What a merchant has of each kind, of ten: mostly ads. */
const kinds = `array['ad', 'ad', 'ad', 'ad', 'ad', 'ad_group', 'ad_group', 'campaign', 'product', 'link']`;

/**
 * Documents of one merchant, numbered from 1: four words, a number and a detail each. Their rows are copied into the table as
 * a migration would: without the indexes of letters, which are built afterwards by `indexDocuments`.
 */
export async function seedDocuments(driver: Driver, merchantId: string, count: number): Promise<void> {
  await driver.query(
    `insert into search.documents (merchant_id, kind, id, title, detail, created_at)
     select $1, (${kinds})[n % 10 + 1], 'doc_' || n,
       ${word(7)} || ' ' || ${word(11)} || ' ' || ${word(13)} || ' ' || n, ${word(17)} || ' ' || substr(md5(n::text), 1, 6),
       now() - n * interval '1 minute'
     from generate_series(1, $2::int) n`,
    [merchantId, count],
  );
}

export async function dropLetterIndexes(driver: Driver): Promise<void> {
  await driver.script("drop index search.documents_by_grams; drop index search.documents_by_spellings;");
}

/** As the migration makes them. */
export async function indexDocuments(driver: Driver): Promise<void> {
  await driver.script("set maintenance_work_mem = '512MB'");
  for (const name of ["grams", "spellings"])
    await driver.script(
      `create index documents_by_${name} on search.documents
         using gin (search.${name}(merchant_id || '/' || kind, folded)) with (gin_pending_list_limit = 256)`,
    );
  await driver.query("vacuum analyze search.documents", []);
}
