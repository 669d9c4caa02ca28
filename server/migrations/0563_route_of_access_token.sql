-- expand
CREATE TRIGGER route_changed AFTER INSERT ON oauth_token FOR EACH ROW WHEN (NEW.type = 'access')
  EXECUTE FUNCTION announce_route();
