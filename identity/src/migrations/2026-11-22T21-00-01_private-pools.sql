-- The organization's own people: no client and no signed request reaches them.
alter table identity.pools add column is_private boolean not null default false;
