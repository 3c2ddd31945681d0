-- Every page of a merchant says that the account is to be erased; most have none, and read it with the user.
alter table merchants.merchants add column erasure_due_at timestamptz;

update merchants.merchants set erasure_due_at = erasures.due_at
from privacy.erasures where erasures.merchant_id = merchants.id and erasures.state = 'requested';
