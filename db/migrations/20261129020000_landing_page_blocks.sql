-- A landing page is made of blocks that its merchant orders, hides and words, in colours of their own.
alter table landing_pages.pages
  add column blocks jsonb not null default '[
    {"key": "hero", "kind": "hero", "is_hidden": false, "picture": "product"},
    {"key": "price", "kind": "price", "is_hidden": false},
    {"key": "proof", "kind": "proof", "is_hidden": false},
    {"key": "delivery", "kind": "delivery", "is_hidden": false, "note": ""},
    {"key": "questions", "kind": "questions", "is_hidden": false, "items": []},
    {"key": "order", "kind": "order", "is_hidden": false, "title": "", "label": ""}
  ]',
  add column colors jsonb not null default '{"main": "#0f4534", "accent": "#b44e28", "ground": "#faf7f1"}';
alter table landing_pages.pages alter column blocks drop default, alter column colors drop default;

-- Whose picture it is: 'product' for that of the product, or the id of a file of the media library.
alter table landing_pages.pictures add column source text not null default 'product';
alter table landing_pages.pictures alter column source drop default;
alter table landing_pages.pictures drop constraint pictures_pkey;
alter table landing_pages.pictures add primary key (merchant_id, page_id, source, width, format);
