-- Staff find a merchant by the beginnings of the words of the name, however it is written.

alter table merchants.merchants
  -- name as fold() of base/shared/fold.ts writes it.
  add column name_folded text not null default '';

-- What fold() does to the names so far.
update merchants.merchants set name_folded = btrim(regexp_replace(
  normalize(
    translate(
      regexp_replace(lower(normalize(name, NFKC)), '[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]', '', 'g'),
      'آأإٱىئیؤةک٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹٫٬'
        || E'\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
      'اااايييوهك01234567890123456789.,'),
    NFKC),
  '\s+', ' ', 'g'));

-- Of words and not of parts of them: an index of the core that both storages have.
create index merchants_by_name on merchants.merchants using gin (array_to_tsvector(string_to_array(name_folded, ' ')));
