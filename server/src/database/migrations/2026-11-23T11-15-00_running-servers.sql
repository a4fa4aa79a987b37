-- Every process on this database: an upgrade that they can't work with waits until they have stopped.
create table running_servers (
  id text primary key,
  -- The last migration it knows.
  knows text not null,
  seen_at timestamptz not null,
  must_stop boolean not null default false
);
