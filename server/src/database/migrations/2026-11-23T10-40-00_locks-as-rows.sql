-- Locks that a transaction takes by name and holds to its end (docs/decisions/0048): a site's, and those of all sites.
create table site_locks (
  site_id bigint not null references sites (id),
  name text not null,
  primary key (site_id, name)
);
select protect_tenant_table('site_locks');
create table shared_locks (name text primary key);
grant select, insert, update on shared_locks to laurel_app;

-- Postings are checked where they're written (features/ledger/ledger.repo.ts).
drop trigger ledger_balances on ledger_entries;
drop function posting_balances;
