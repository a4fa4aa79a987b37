-- People whose problems have a sure suggestion are counted and found by it: 'suggested', and
-- 'suggested_' with the code of the problem.
create or replace function codes_of(problems jsonb) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct said.code), '{}') from (
    select problem ->> 'code' as code from jsonb_array_elements(problems) problem
    union all
    select 'warning' from jsonb_array_elements(problems) problem where problem ->> 'severity' = 'warning'
    union all
    select unnest(array['suggested', 'suggested_' || (problem ->> 'code')])
    from jsonb_array_elements(problems) problem where problem @> '{"is_sure": true}'
  ) said
$$;

create or replace function leave_out_kept_warnings() returns trigger language plpgsql as $$ begin
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
  new.codes := codes_of(new.problems);
  return new;
end $$;
