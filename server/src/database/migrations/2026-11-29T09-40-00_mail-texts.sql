-- A site's own texts of mails, by mail; those that are missing or null are the original ones (docs/decisions/0097).
alter table sites add column mail_texts jsonb not null default '{}';
grant update (mail_texts) on sites to laurel_app;
