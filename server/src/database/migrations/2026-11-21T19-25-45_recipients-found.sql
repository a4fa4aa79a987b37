-- The office finds an order by whom it is for, among the people of all orders. Kept in columns of their own, as
-- they are compared: under the wall between sites no index on an expression with lower() is used. In bytes'
-- order, so that what begins alike stands together whatever the database's language. Two and no more: each is
-- written with every person of every list.
alter table card_recipient_details
  add column find_name text collate "C" not null
    generated always as (left(lower(last_name || ' ' || first_name), 60)) stored,
  add column find_email text collate "C" not null generated always as (left(lower(email), 60)) stored;

create index recipients_found_by_name on card_recipient_details (site_id, find_name, card_item_id);
create index recipients_found_by_email on card_recipient_details (site_id, find_email, card_item_id);
