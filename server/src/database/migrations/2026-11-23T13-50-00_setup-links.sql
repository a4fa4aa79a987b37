-- The links that open the setup page of an installation without organizations (docs/decisions/0054). For the owner
-- alone.
create table setup_links (
  token_hash text primary key,
  made_at timestamptz not null,
  expires_at timestamptz not null
);
-- Wrong tokens since the last start.
alter table installation add column setup_tries integer not null default 0;
