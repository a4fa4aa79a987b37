-- A doubt that was answered with "It is right" stays answered, whoever looks at the list, until the
-- person it was about is changed.

alter table card_recipient_details add column kept_warnings text[] not null default '{}';

create function leave_out_kept_warnings() returns trigger language plpgsql as $$ begin
  if (new.first_name, new.last_name, new.email, new.address1, new.address2, new.city, new.state, new.zip)
    is distinct from
    (old.first_name, old.last_name, old.email, old.address1, old.address2, old.city, old.state, old.zip)
  then
    new.kept_warnings := '{}';
    return new;
  end if;
  new.problems := (
    select coalesce(jsonb_agg(problem order by nth), '[]')
    from jsonb_array_elements(new.problems) with ordinality as said (problem, nth)
    where not (problem ->> 'severity' = 'warning' and problem ->> 'code' = any (new.kept_warnings))
  );
  new.codes := (
    select coalesce(array_agg(distinct said.code), '{}') from (
      select problem ->> 'code' as code from jsonb_array_elements(new.problems) problem
      union all
      select 'warning' from jsonb_array_elements(new.problems) problem where problem ->> 'severity' = 'warning'
    ) said
  );
  return new;
end $$;
create trigger kept_warnings before update on card_recipient_details
  for each row when (new.kept_warnings <> '{}') execute function leave_out_kept_warnings();
