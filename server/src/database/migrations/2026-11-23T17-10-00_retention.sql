-- How long a site keeps what it knows about people, in days; 0 keeps it (docs/decisions/0057). Sites keep the number
-- that was shown to them so far.
alter table sites add column retention jsonb not null
  default '{"address_days": 730, "name_days": 730, "file_days": 730, "audit_days": 2555}';
update sites set retention = ('{"address_days": ' || retention_days::text || ', "name_days": ' || retention_days::text ||
  ', "file_days": ' || retention_days::text || ', "audit_days": 2555}')::jsonb where retention_days <> 730;
alter table sites drop column retention_days;
grant update (retention) on sites to laurel_app;

-- What is still kept of the people of a delivery, and of an order as a whole: `all`, only their `name`, or `nothing`.
alter table deliveries add column keeps text not null default 'all';
create index deliveries_to_retire on deliveries (site_id, keeps, updated_at, id)
  where status in ('claimed', 'delivered', 'replaced', 'cancelled') and keeps <> 'nothing';
alter table orders add column keeps text not null default 'all';
create index orders_to_retire on orders (site_id, keeps, updated_at, id)
  where status in ('fulfilled', 'declined') and keeps <> 'nothing';

-- An entry's details are hashed with a salt, and the chain has this hash. Once details and salt are gone, the chain is
-- still intact, and nothing tells what the details were. Earlier entries have neither.
alter table audit_entries
  add column facts_salt text not null default '',
  add column facts_hash text not null default '';
grant update (facts, facts_salt) on audit_entries to laurel_app;
