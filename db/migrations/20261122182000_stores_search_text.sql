-- Products are searched by the folding that campaigns use (src/base/shared/fold.ts): hamza on waw and ya, Persian ya and
-- kaf, Arabic-Indic and Persian digits and their marks become the plain Arabic letter or Latin sign; Quranic marks and
-- directional marks go. What was stored is already NFKC, lower case and without vowel signs, so only this is left.
-- Campaigns were folded this way before: their column stays.
update stores.products p set search_text = refolded.text
from (
  select id, btrim(regexp_replace(
    normalize(
      translate(
        search_text,
        E'\u0624\u0626\u06cc\u06a9'
          || E'\u0660\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668\u0669'
          || E'\u06f0\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6\u06f7\u06f8\u06f9\u066b\u066c'
          -- From here on nothing is put in their place.
          || E'\u0610\u0611\u0612\u0613\u0614\u0615\u0616\u0617\u0618\u0619\u061a'
          || E'\u06d6\u06d7\u06d8\u06d9\u06da\u06db\u06dc\u06dd\u06de\u06df\u06e0\u06e1\u06e2\u06e3\u06e4\u06e5\u06e6'
          || E'\u06e7\u06e8\u06e9\u06ea\u06eb\u06ec\u06ed'
          || E'\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
        E'\u0648\u064a\u064a\u0643' || '01234567890123456789.,'
      ),
      NFKC
    ),
    '\s+', ' ', 'g'
  )) as text
  from stores.products
) refolded
where refolded.id = p.id and refolded.text <> p.search_text;
