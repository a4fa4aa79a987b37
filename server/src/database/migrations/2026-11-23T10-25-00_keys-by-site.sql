-- Unique keys include the site (docs/decisions/0047), so that a distributed database can check them where the
-- site's rows are.
alter table files drop constraint files_key_key, add unique (site_id, key);
alter table payments
  drop constraint payments_transaction_id_key,
  drop constraint payments_provider_transaction_id_key,
  add unique (site_id, transaction_id),
  add unique (site_id, provider_transaction_id);
alter table refunds
  drop constraint refunds_transaction_id_key,
  drop constraint refunds_provider_transaction_id_key,
  add unique (site_id, transaction_id),
  add unique (site_id, provider_transaction_id);
alter table issued_cards drop constraint issued_cards_number_digest_key, add unique (site_id, number_digest);
alter table shipments drop constraint shipments_request_key_key, add unique (site_id, request_key);
drop index staff_subject;
create unique index staff_subject on staff_accounts (site_id, identity_subject);

-- The numbers that our issuer gave to cards, of all sites: no two cards have the same one.
create table card_numbers (digest text primary key);
insert into card_numbers (digest) select number_digest from issuer_cards;
grant select, insert on card_numbers to laurel_app;
alter table issuer_cards drop constraint issuer_cards_number_digest_key, add unique (site_id, number_digest);

-- A removed address reads as none chosen (features/orders/bulk-address.repo.ts), and IDs aren't reused.
alter table orders drop constraint orders_site_id_bulk_address_id_fkey;
