-- A draft that its company shares. It is in the cart of the person who edits it, or did last.
alter table card_items
  add column company_id bigint,
  add column shared_by bigint,
  add column edited_until timestamptz,
  add constraint card_items_shared_check check ((company_id is null) = (shared_by is null));
create index card_items_of_company on card_items (site_id, company_id) where company_id is not null;
