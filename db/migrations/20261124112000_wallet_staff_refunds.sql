-- A deposit that staff give back is a withdrawal to the card that paid it: its money is held from the request on. It
-- takes nothing of the merchant's daily limit, and what the card refuses is available again.
alter table wallet.withdrawals add column by_staff boolean not null default false;
