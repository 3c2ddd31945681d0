-- Services that are bought in packages and used up, and the orders that buy them or a plan.

-- What the staff sells. A sold package's facts are copied into the order's line, so that a row may be edited.
create table billing.packages (
  id text primary key,
  service text not null constraint packages_service_check
    check (service in ('writer_words', 'designer_pictures', 'sms', 'whatsapp', 'consultation_vouchers')),
  units bigint not null constraint packages_units_check check (units > 0),
  -- With VAT.
  price_halalas bigint not null constraint packages_price_check check (price_halalas > 0),
  -- Days from the delivery until unused units end; null for no end.
  valid_days integer constraint packages_valid_days_check check (valid_days > 0),
  title_ar text not null,
  title_en text not null,
  description_ar text not null default '',
  description_en text not null default '',
  is_active boolean not null default true,
  position integer not null default 0,
  updated_at timestamptz not null
);

insert into billing.packages
  (id, service, units, price_halalas, valid_days, title_ar, title_en, description_ar, description_en, position, updated_at)
values
  ('pkg_writer_10k', 'writer_words', 10000, 4900, 365, '10,000 كلمة للكاتب الرقمي', '10,000 words of the digital writer',
    'تكفي نحو 100 إعلان قصير أو 20 وصفًا طويلًا.', 'About 100 short ads or 20 long descriptions.', 10, now()),
  ('pkg_writer_50k', 'writer_words', 50000, 19900, 365, '50,000 كلمة للكاتب الرقمي', '50,000 words of the digital writer',
    'لمتجر يكتب كل يوم.', 'For a store that writes every day.', 20, now()),
  ('pkg_designer_20', 'designer_pictures', 20, 5900, 365, '20 صورة من المصمم الرقمي', '20 pictures by the digital designer',
    'لحملة واحدة بكل مقاساتها.', 'For one campaign in all its sizes.', 30, now()),
  ('pkg_designer_100', 'designer_pictures', 100, 24900, 365, '100 صورة من المصمم الرقمي', '100 pictures by the digital designer',
    'لموسم كامل.', 'For a whole season.', 40, now()),
  ('pkg_sms_500', 'sms', 500, 7900, 365, '500 رسالة نصية', '500 text messages',
    'رسائل التنبيه والموافقة على جوالك وجوالات فريقك.', 'Alerts and approvals to your phone and your team''s.', 50, now()),
  ('pkg_whatsapp_500', 'whatsapp', 500, 9900, 365, '500 رسالة واتساب', '500 WhatsApp messages',
    'رسائل التنبيه والموافقة عبر واتساب.', 'Alerts and approvals on WhatsApp.', 60, now()),
  ('pkg_consultation_1', 'consultation_vouchers', 1, 29900, 180, 'قسيمة استشارة واحدة', 'One consultation voucher',
    'جلسة مع مختص تسويق يراجع حملاتك معك.', 'A session with a marketing specialist on your campaigns.', 70, now()),
  ('pkg_consultation_3', 'consultation_vouchers', 3, 79900, 180, '3 قسائم استشارة', '3 consultation vouchers',
    'ثلاث جلسات تستخدمها متى احتجت.', 'Three sessions, used when you need them.', 80, now());

create table billing.coupons (
  id text primary key,
  -- Capitals and Latin digits, without spaces.
  code text not null constraint coupons_code unique,
  percent_basis_points integer constraint coupons_percent_check check (percent_basis_points between 1 and 10000),
  amount_halalas bigint constraint coupons_amount_check check (amount_halalas > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  scope text not null default 'all' constraint coupons_scope_check check (scope in ('all', 'plans', 'packages')),
  max_uses integer constraint coupons_max_uses_check check (max_uses > 0),
  max_uses_per_merchant integer constraint coupons_max_uses_per_merchant_check check (max_uses_per_merchant > 0),
  is_first_purchase_only boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz not null,
  constraint coupons_one_effect check (num_nonnulls(percent_basis_points, amount_halalas) = 1)
);

-- One checkout of a merchant. Amounts are in halalas with VAT, as the merchant saw them.
create table billing.orders (
  id text primary key,
  merchant_id text not null,
  -- Made by the browser when the checkout is opened: whatever is sent for it, it buys once.
  checkout_id text not null constraint orders_checkout_id_check check (length(checkout_id) between 8 and 64),
  -- Of the lines with their prices and the coupon: the same goods in another tab are the same order while it is open.
  cart_hash text not null,
  state text not null constraint orders_state_check
    check (state in ('open', 'delivered', 'failed', 'cancelled', 'expired', 'refunded')),
  coupon_id text references billing.coupons (id),
  subtotal_halalas bigint not null constraint orders_subtotal_check check (subtotal_halalas > 0),
  discount_halalas bigint not null constraint orders_discount_check check (discount_halalas >= 0),
  total_halalas bigint not null,
  vat_halalas bigint not null constraint orders_vat_check check (vat_halalas between 0 and total_halalas),
  vat_basis_points integer not null,
  payment_method text constraint orders_payment_method_check
    check (payment_method in ('balance', 'card', 'form', 'free')),
  -- The payments' intent that the merchant was last given to pay.
  intent_id text,
  -- Of the payment that bought it, where a card paid.
  payment_id text,
  refunded_halalas bigint not null default 0,
  created_at timestamptz not null,
  -- Paid and delivered in one transaction.
  paid_at timestamptz,
  -- By the system clock: an open order expires a day later.
  opened_at timestamptz not null,
  constraint orders_total_is_sum check (total_halalas = subtotal_halalas - discount_halalas and total_halalas >= 0),
  constraint orders_refunded_check check (refunded_halalas between 0 and total_halalas),
  constraint orders_paid_has_time check ((state in ('delivered', 'refunded')) = (paid_at is not null))
);
-- A checkout whose goods were changed leaves its order behind and makes another.
create unique index orders_checkout on billing.orders (merchant_id, checkout_id) where state not in ('cancelled', 'expired');
create index orders_of_merchant on billing.orders (merchant_id, created_at desc, id desc);
create index orders_of_cart on billing.orders (merchant_id, cart_hash, opened_at desc);
create index orders_unpaid on billing.orders (opened_at) where state in ('open', 'failed');
create index orders_of_coupon on billing.orders (coupon_id, merchant_id) where coupon_id is not null;

create table billing.order_lines (
  order_id text not null references billing.orders (id),
  number integer not null,
  merchant_id text not null,
  kind text not null constraint order_lines_kind_check check (kind in ('plan', 'package')),
  -- The plan's version with its months, or the package with how often it was taken.
  plan_version_id text,
  months integer,
  package_id text references billing.packages (id),
  service text constraint order_lines_service_check
    check (service in ('writer_words', 'designer_pictures', 'sms', 'whatsapp', 'consultation_vouchers')),
  -- Of all its packages together.
  units bigint,
  valid_days integer,
  quantity integer not null constraint order_lines_quantity_check check (quantity between 1 and 99),
  title_ar text not null,
  title_en text not null,
  gross_halalas bigint not null constraint order_lines_gross_check check (gross_halalas > 0),
  discount_halalas bigint not null,
  total_halalas bigint not null,
  vat_halalas bigint not null,
  primary key (order_id, number),
  constraint order_lines_of_plan check ((kind = 'plan') = (plan_version_id is not null and months is not null)),
  constraint order_lines_of_package check ((kind = 'package') = (package_id is not null and service is not null and units is not null)),
  constraint order_lines_total_is_sum check (total_halalas = gross_halalas - discount_halalas and total_halalas >= 0),
  constraint order_lines_vat_check check (vat_halalas between 0 and total_halalas)
);

-- Every intent that an order was given: a payment of any of them is the order's.
create table billing.order_intents (
  intent_id text primary key,
  order_id text not null references billing.orders (id),
  merchant_id text not null,
  created_at timestamptz not null
);
create index order_intents_of_order on billing.order_intents (order_id);

-- What each payment of an order was used for, once by the gateway's id.
create table billing.order_payments (
  merchant_id text not null,
  payment_id text not null,
  order_id text not null references billing.orders (id),
  amount_halalas bigint not null constraint order_payments_amount_check check (amount_halalas > 0),
  -- `bought`: the order was delivered for it. `returned`: it goes back, because the order was paid or had ended.
  result text not null constraint order_payments_result_check check (result in ('bought', 'returned')),
  recorded_at timestamptz not null,
  primary key (merchant_id, payment_id)
);
create unique index order_payments_buy_once on billing.order_payments (order_id) where result = 'bought';

-- Money that goes back for an order, decided by staff or by the gateway itself.
create table billing.order_refunds (
  id text primary key,
  merchant_id text not null,
  order_id text not null references billing.orders (id),
  amount_halalas bigint not null constraint order_refunds_amount_check check (amount_halalas > 0),
  reason text not null,
  state text not null constraint order_refunds_state_check check (state in ('requested', 'done', 'refused')),
  -- Of the payments; null where the wallet has the money back.
  payment_refund_id text,
  requested_at timestamptz not null,
  finished_at timestamptz
);
create index order_refunds_of_order on billing.order_refunds (order_id, requested_at);

-- Every payment of an order that changed until then was carried out.
create table billing.order_review (
  id boolean primary key default true check (id),
  reviewed_until timestamptz not null
);

-- A service of a merchant: locked by whoever takes of it, so that two uses at once see each other.
create table billing.stock_accounts (
  merchant_id text not null,
  service text not null constraint stock_accounts_service_check
    check (service in ('writer_words', 'designer_pictures', 'sms', 'whatsapp', 'consultation_vouchers')),
  primary key (merchant_id, service)
);

-- Units that were bought together. Every unit is in one place: left, reserved, used, expired or withdrawn.
create table billing.stock_lots (
  id text primary key,
  merchant_id text not null,
  service text not null constraint stock_lots_service_check
    check (service in ('writer_words', 'designer_pictures', 'sms', 'whatsapp', 'consultation_vouchers')),
  order_id text not null references billing.orders (id),
  order_line integer not null,
  units bigint not null constraint stock_lots_units_check check (units > 0),
  left_units bigint not null constraint stock_lots_left_check check (left_units >= 0),
  reserved_units bigint not null default 0 constraint stock_lots_reserved_check check (reserved_units >= 0),
  used_units bigint not null default 0 constraint stock_lots_used_check check (used_units >= 0),
  expired_units bigint not null default 0 constraint stock_lots_expired_check check (expired_units >= 0),
  withdrawn_units bigint not null default 0 constraint stock_lots_withdrawn_check check (withdrawn_units >= 0),
  added_at timestamptz not null,
  expires_at timestamptz,
  constraint stock_lots_of_line unique (order_id, order_line),
  constraint stock_lots_sum check (units = left_units + reserved_units + used_units + expired_units + withdrawn_units)
);
create index stock_lots_left on billing.stock_lots (merchant_id, service, added_at, id) where left_units > 0;
create index stock_lots_of_merchant on billing.stock_lots (merchant_id, service, added_at desc, id desc);
create index stock_lots_ending on billing.stock_lots (expires_at) where left_units > 0 and expires_at is not null;

-- What was taken of the plan's quota in a month of the subscription. The limit is the plan's.
create table billing.quota_months (
  merchant_id text not null,
  feature text not null,
  month_start timestamptz not null,
  used_units bigint not null default 0 constraint quota_months_used_check check (used_units >= 0),
  reserved_units bigint not null default 0 constraint quota_months_reserved_check check (reserved_units >= 0),
  primary key (merchant_id, feature, month_start)
);

-- Units set aside for a work under way; a work that fails costs nothing.
create table billing.stock_reservations (
  id text primary key,
  merchant_id text not null,
  service text not null constraint stock_reservations_service_check
    check (service in ('writer_words', 'designer_pictures', 'sms', 'whatsapp', 'consultation_vouchers')),
  -- The caller's: the same work reserves once.
  key text not null constraint stock_reservations_key_check check (length(key) between 1 and 200),
  -- What the units are for, as the merchant reads it in the history.
  reason_ar text not null,
  reason_en text not null,
  units bigint not null constraint stock_reservations_units_check check (units > 0),
  used_units bigint not null default 0,
  state text not null constraint stock_reservations_state_check check (state in ('held', 'settled', 'released', 'expired')),
  reserved_at timestamptz not null,
  finished_at timestamptz,
  -- By the system clock: what nobody finishes is released.
  held_until timestamptz not null,
  constraint stock_reservations_once unique (merchant_id, key),
  constraint stock_reservations_used_check check (used_units between 0 and units)
);
create index stock_reservations_to_release on billing.stock_reservations (held_until) where state = 'held';

create table billing.stock_reservation_parts (
  reservation_id text not null references billing.stock_reservations (id),
  number integer not null,
  -- Null for the plan's quota, whose month stands beside.
  lot_id text references billing.stock_lots (id),
  quota_feature text,
  quota_month timestamptz,
  units bigint not null constraint stock_reservation_parts_units_check check (units > 0),
  primary key (reservation_id, number),
  constraint stock_reservation_parts_one_place check
    ((lot_id is null) = (quota_feature is not null and quota_month is not null))
);

-- The history of a service, line by line; never edited.
create table billing.stock_movements (
  id bigint generated always as identity primary key,
  merchant_id text not null,
  service text not null constraint stock_movements_service_check
    check (service in ('writer_words', 'designer_pictures', 'sms', 'whatsapp', 'consultation_vouchers')),
  kind text not null constraint stock_movements_kind_check check (kind in ('added', 'used', 'expired', 'withdrawn')),
  units bigint not null constraint stock_movements_units_check check (units > 0),
  -- Null for units of the plan's quota.
  lot_id text references billing.stock_lots (id),
  reservation_id text references billing.stock_reservations (id),
  order_id text references billing.orders (id),
  reason_ar text not null default '',
  reason_en text not null default '',
  -- Bought units that are left or reserved afterwards.
  stock_after bigint not null constraint stock_movements_after_check check (stock_after >= 0),
  moved_at timestamptz not null
);
create index stock_movements_of_merchant on billing.stock_movements (merchant_id, id desc);
create index stock_movements_of_service on billing.stock_movements (merchant_id, service, id desc);

create trigger stock_movements_stay before update or delete on billing.stock_movements
  for each row execute function billing.refuse_change();
