-- A connected language model (docs/decisions/0103).
alter table sites add column connected_model boolean not null default false;
grant update (connected_model) on sites to laurel_app;

-- Null if the guide answered.
alter table conversation_messages
  add column model text,
  add column input_tokens integer,
  add column output_tokens integer;

-- What a site's model used today. Earlier days are deleted.
create table model_tokens (
  site_id bigint not null references sites (id),
  -- In the site's time zone: 2026-12-04.
  day text not null,
  tokens bigint not null,
  primary key (site_id, day)
);
select protect_tenant_table('model_tokens');
