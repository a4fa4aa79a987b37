-- Requests to erase a person (docs/decisions/0057). Who it is, encrypted, only until everything is erased.
create table erasures (
  site_id bigint not null references sites (id),
  id bigint generated always as identity,
  state text not null default 'asked' check (state in ('asked', 'refused', 'approved', 'done')),
  person_sealed text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  decided_by text not null default '',
  decided_at timestamptz,
  done_at timestamptz,
  erased_count integer not null default 0,
  -- Needed until a card is claimed, or an order is over.
  waiting_count integer not null default 0,
  primary key (site_id, id)
);
create index erasures_open on erasures (site_id, id) where state in ('asked', 'approved');
select protect_tenant_table('erasures');

-- Keyed hashes of erased people: a restored backup is searched for them.
create table erased_keys (
  site_id bigint not null references sites (id),
  digest text not null,
  erased_at timestamptz not null,
  primary key (site_id, digest)
);
select protect_tenant_table('erased_keys');
revoke update, delete on erased_keys from laurel_app;
select reveal_due_work('erased_keys', 'digest, erased_at');
