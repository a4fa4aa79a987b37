-- What was drawn from an uploaded logo: the pictures' addresses and sizes, and its colors. Null for other pictures.
alter table files add column forms jsonb;

alter table sites
  -- The forms of the logos that the site uses. Null: drawn at the next start.
  add column logo_files jsonb,
  add column logo_has_name boolean not null default false;
grant update (logo_files, logo_has_name) on sites to laurel_app;
