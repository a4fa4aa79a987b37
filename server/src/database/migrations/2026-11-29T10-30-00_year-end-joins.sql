-- What two people had before they were joined, so that an undo returns it (docs/decisions/0091).
alter table year_end_people add column join_marks jsonb;
