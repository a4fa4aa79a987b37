-- The last test of each of a site's connections, for its go-live checklist (docs/decisions/0055).
create table site_checks (
  site_id bigint not null references sites (id),
  name text not null,
  -- What was tested: the result says nothing about other settings.
  tested text not null,
  works boolean not null,
  words text not null,
  at timestamptz not null,
  primary key (site_id, name)
);
select protect_tenant_table('site_checks');
grant update (live_at) on sites to laurel_app;
