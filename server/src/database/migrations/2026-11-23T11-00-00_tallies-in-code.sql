-- Code counts a list's people and leaves out confirmed warnings (docs/decisions/0048).
drop trigger recipients_added on card_recipient_details;
drop trigger recipients_changed on card_recipient_details;
drop trigger recipients_removed on card_recipient_details;
drop trigger recipient_codes_added on card_recipient_details;
drop trigger recipient_codes_changed on card_recipient_details;
drop trigger recipient_codes_removed on card_recipient_details;
drop trigger kept_warnings on card_recipient_details;
drop function tally_recipients();
drop function tally_recipient_codes();
drop function leave_out_kept_warnings();

create function problems_without(problems jsonb, kept_warnings text[]) returns jsonb
language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(problem order by nth), '[]')
  from jsonb_array_elements(problems) with ordinality as said (problem, nth)
  where not (problem ->> 'severity' = 'warning' and problem ->> 'code' = any (kept_warnings))
$$;
