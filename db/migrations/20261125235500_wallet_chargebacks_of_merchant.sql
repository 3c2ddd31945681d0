-- Home shows the merchant's last chargebacks.
create index chargebacks_of_merchant on wallet.chargebacks (merchant_id, applied_at);
