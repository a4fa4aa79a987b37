-- A mailed card's email is no longer validated.
update card_recipient_details r
  set problems = left_over.problems, codes = codes_of(left_over.problems)
  from (
    select site_id, id, coalesce(jsonb_agg(problem) filter (where problem ->> 'code' <> 'email_doubtful'), '[]') as problems
    from card_recipient_details, jsonb_array_elements(problems) problem
    where codes <> '{}' and codes @> array['email_doubtful'] group by site_id, id
  ) left_over
  where r.site_id = left_over.site_id and r.id = left_over.id;

-- People with a warning and no error are counted apart, so that "ready" leaves them out.
alter table recipient_tallies add column to_check integer not null default 0 check (to_check >= 0);
update recipient_tallies t set to_check = counted.to_check
  from (
    select site_id, card_item_id, position / 512 as block, amount_cents, count(*) as to_check
    from card_recipient_details
    where codes <> '{}' and codes @> array['warning'] and not needs_attention group by 1, 2, 3, 4
  ) counted
  where t.site_id = counted.site_id and t.card_item_id = counted.card_item_id and t.block = counted.block
    and t.amount_cents is not distinct from counted.amount_cents;

create or replace function tally_recipients() returns trigger language plpgsql as $$ begin
  -- Added before removed: on its way a count never passes below zero.
  if tg_op <> 'DELETE' then
    insert into recipient_tallies as t
      (site_id, card_item_id, block, amount_cents, people, needing_attention, to_check)
      select site_id, card_item_id, position / 512, amount_cents, count(*), count(*) filter (where needs_attention),
        count(*) filter (where codes @> array['warning'] and not needs_attention)
      from added group by 1, 2, 3, 4
    on conflict (site_id, card_item_id, block, amount_cents) do update
      set people = t.people + excluded.people, needing_attention = t.needing_attention + excluded.needing_attention,
        to_check = t.to_check + excluded.to_check;
  end if;
  if tg_op <> 'INSERT' then
    update recipient_tallies t
      set people = t.people - gone.people, needing_attention = t.needing_attention - gone.needing_attention,
        to_check = t.to_check - gone.to_check
      from (
        select site_id, card_item_id, position / 512 as block, amount_cents, count(*) as people,
          count(*) filter (where needs_attention) as needing_attention,
          count(*) filter (where codes @> array['warning'] and not needs_attention) as to_check
        from removed group by 1, 2, 3, 4
      ) gone
      where t.site_id = gone.site_id and t.card_item_id = gone.card_item_id and t.block = gone.block
        and t.amount_cents is not distinct from gone.amount_cents;
  end if;
  return null;
end $$;
