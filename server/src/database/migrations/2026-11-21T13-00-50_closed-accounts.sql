-- What the accounts service has told and the audit trail has not chained yet.
create table account_events (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  actor text not null,
  event text not null,
  subject text not null,
  facts jsonb not null,
  at timestamptz not null,
  primary key (site_id, id)
);
select protect_tenant_table('account_events');

alter table customers
  -- Set when the account was deleted: what remains is kept for the books, and no token opens it.
  add column closed_at timestamptz,
  -- When the token was made that said the address: an older one does not bring the old address back.
  add column claims_issued_at timestamptz;
