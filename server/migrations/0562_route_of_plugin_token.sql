-- expand
-- Of copies alone: a token of a clinic that lives where control is goes there anyway.
CREATE TRIGGER route_changed AFTER INSERT ON plugin_token FOR EACH ROW EXECUTE FUNCTION announce_route();
ALTER TABLE plugin_token ENABLE REPLICA TRIGGER route_changed;
