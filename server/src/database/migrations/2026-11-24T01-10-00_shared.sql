-- What a company shares. Without a company, an address or a list is its customer's own.
alter table registered_addresses add column company_id bigint;
create index addresses_of_company on registered_addresses (site_id, company_id) where company_id is not null;

alter table recipient_lists add column company_id bigint;
drop index recipient_list_names;
create unique index recipient_list_names on recipient_lists (site_id, customer_id, lower(name))
  where company_id is null;
create unique index company_list_names on recipient_lists (site_id, company_id, lower(name))
  where company_id is not null;

-- Whose placed orders the imported people are compared with, besides the customer's own.
alter table csv_card_item_imports add column company_id bigint;
