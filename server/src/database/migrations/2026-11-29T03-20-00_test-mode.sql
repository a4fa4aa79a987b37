-- Test keys of companies order on a test site, whose number is its site's, negative (docs/decisions/0092).
alter table company_api_keys add column is_test boolean not null default false;

-- On a test site: what the company's rows were copied from, as a hash.
alter table companies add column copied_from text;

-- Sweeps, overviews, and metrics across sites don't see test sites. They do see what is only tidied up or read on by
-- its own site's endpoints.
create or replace function reveal_due_work(name text, columns text) returns void language plpgsql as $$ begin
  if not exists (select from pg_policy where polrelid = quote_ident(name)::regclass and polname = 'due_work') then
    execute format('create policy due_work on %I for select to laurel_sweep using (site_id > 0)', name);
  end if;
  execute format('grant select (site_id, %s) on %I to laurel_sweep', columns, name);
end $$;

do $$
declare
  name text;
begin
  for name in
    select tablename from pg_policies
    where schemaname = 'public' and policyname = 'due_work'
      and tablename not in ('idempotency_keys', 'webhook_endpoints', 'site_events')
  loop
    execute format('drop policy due_work on %I', name);
    execute format('create policy due_work on %I for select to laurel_sweep using (site_id > 0)', name);
  end loop;
end $$;
