-- A batch has several files, each kept sealed: cards carry numbers and PINs.
alter table batches drop column print_key, drop column manifest_key;
alter table batches add column done_count integer not null default 0 check (done_count >= 0);
-- Whoever makes its files holds it until then; without a word from them another run begins anew.
alter table batches add column held_until timestamptz;
alter table batches add column held_by text not null default '';
-- Labels are bought by this service, once somebody asked for them.
alter table batches add column label_service text not null default '';
alter table batches add column labels_wanted boolean not null default false;
create index batches_newest on batches (site_id, id desc);
create index batches_unfinished on batches (site_id, id) where status = 'making' or labels_wanted;

create table batch_files (
  site_id bigint not null references sites (id),
  batch_id bigint not null,
  file text not null check (file in ('cards', 'letters', 'packing_slip', 'manifest_csv', 'manifest_pdf')),
  key text not null,
  -- What opens it, beside the installation's key.
  seal text not null,
  bytes bigint not null check (bytes >= 0),
  pages integer not null check (pages >= 0),
  primary key (site_id, batch_id, file),
  foreign key (site_id, batch_id) references batches (site_id, id) on delete cascade
);

-- What the carrier says about an address, kept so that it is asked once: `Y` known, `D` lacks an
-- apartment, `S` knows the building and not the unit, `N` unknown.
create table address_checks (
  site_id bigint not null references sites (id),
  digest text not null,
  verdict text not null check (verdict in ('Y', 'D', 'S', 'N')),
  suggestion text not null default '',
  checked_at timestamptz not null,
  primary key (site_id, digest)
);

-- When the carrier is asked next where a letter or parcel is, and how often it did not know.
alter table deliveries add column track_at timestamptz;
alter table deliveries add column track_failures integer not null default 0;
create index deliveries_to_track on deliveries (site_id, track_at) where status = 'mailed' and tracking_number <> '';

-- How often an answer that got lost was looked for.
alter table shipments add column lookups integer not null default 0;

select protect_tenant_table('batch_files');
select protect_tenant_table('address_checks');
