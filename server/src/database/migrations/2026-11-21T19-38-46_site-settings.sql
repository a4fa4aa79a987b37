-- What stands on cards is the organization's own to say.
grant update (network_name) on sites to laurel_app;
