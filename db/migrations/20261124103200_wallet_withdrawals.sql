-- Withdrawals: money that a merchant takes out, back to the cards it came from and the rest to a bank account.

-- Where the part goes that no card can take back.
create table wallet.bank_accounts (
  merchant_id text primary key,
  iban text not null check (iban ~ '^SA\d{22}$'),
  holder_name text not null,
  -- System clock, here and below.
  changed_at timestamptz not null,
  -- When it took the place of another account: withdrawals rest after that. Null for the first one.
  replaced_at timestamptz
);

create table wallet.withdrawals (
  id text primary key,
  merchant_id text not null,
  amount_halalas bigint not null check (amount_halalas > 0),
  paid_halalas bigint not null default 0 check (paid_halalas >= 0),
  returned_halalas bigint not null default 0 check (returned_halalas >= 0),
  state text not null check (state in ('requested', 'sending', 'done', 'refused', 'cancelled')),
  requested_at timestamptz not null,
  -- The Riyadh day that the daily limit counts it on.
  requested_on date not null,
  ended_at timestamptz,
  -- Nothing is paid or returned twice, and at the end all of it was one or the other.
  constraint withdrawals_within_amount check (paid_halalas + returned_halalas <= amount_halalas),
  constraint withdrawals_all_accounted check (
    (state in ('done', 'refused', 'cancelled')) = (paid_halalas + returned_halalas = amount_halalas)),
  constraint withdrawals_ended check ((state in ('done', 'refused', 'cancelled')) = (ended_at is not null))
);
create index withdrawals_of_merchant on wallet.withdrawals (merchant_id, requested_at desc, id);
create index withdrawals_by_day on wallet.withdrawals (merchant_id, requested_on);

create table wallet.withdrawal_parts (
  withdrawal_id text not null references wallet.withdrawals (id),
  number int not null check (number > 0),
  merchant_id text not null,
  kind text not null check (kind in ('card', 'bank')),
  amount_halalas bigint not null check (amount_halalas > 0),
  state text not null check (state in ('requested', 'sending', 'done', 'refused', 'cancelled')),
  -- A card part goes back to this payment, by this refund.
  payment_id text,
  refund_id text unique,
  card_brand text,
  card_last_four text,
  -- A bank part goes to this account, as it was when it was requested.
  iban text,
  holder_name text,
  bank_reference text,
  -- How the refund of a card part ended: recorded at once, and carried out when money may be written.
  refund_result text check (refund_result in ('done', 'refused')),
  -- Why it was refused: a word of the payments for a card, the text of the staff for a transfer.
  failure text,
  primary key (withdrawal_id, number),
  constraint withdrawal_parts_of_card check ((kind = 'card') = (payment_id is not null and refund_id is not null)),
  constraint withdrawal_parts_of_bank check ((kind = 'bank') = (iban is not null and holder_name is not null)),
  constraint withdrawal_parts_reference check (bank_reference is null or (kind = 'bank' and state = 'done'))
);
-- A withdrawal has one transfer, and the bank's number belongs to one transfer.
create unique index withdrawal_parts_one_transfer on wallet.withdrawal_parts (withdrawal_id) where kind = 'bank';
create unique index withdrawal_parts_bank_reference on wallet.withdrawal_parts (bank_reference) where bank_reference is not null;
create index withdrawal_parts_of_payment on wallet.withdrawal_parts (merchant_id, payment_id) where kind = 'card';
create index withdrawal_parts_to_end on wallet.withdrawal_parts (withdrawal_id)
  where state = 'sending' and refund_result is not null;
create index withdrawal_parts_open_transfers on wallet.withdrawal_parts (withdrawal_id)
  where kind = 'bank' and state in ('requested', 'sending');
