-- Backups of the whole installation. Requests of a site don't see them.
create table backup_runs (
  -- Of the archive.
  id text primary key,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- Where it is, once it's whole.
  address text not null default '',
  bytes bigint not null default 0,
  error text not null default '',
  -- When it was last restored and found to be complete.
  verified_at timestamptz
);
create index backup_runs_by_start on backup_runs (started_at);
