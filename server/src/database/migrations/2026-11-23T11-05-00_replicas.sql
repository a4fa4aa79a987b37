-- Waits on a replica until it has replayed its primary's log up to a place (docs/decisions/0050).
create function until_replayed(primary_timeline int, place pg_lsn, most_ms int) returns void
language plpgsql as $$
begin
  if pg_is_in_recovery() and (select timeline_id from pg_control_checkpoint()) = primary_timeline then
    for waited_ms in 0..most_ms loop
      if pg_last_wal_replay_lsn() >= place then
        return;
      end if;
      perform pg_sleep(0.001);
    end loop;
  end if;
  raise 'The replica is behind' using errcode = 'object_not_in_prerequisite_state';
end
$$;
