-- Where the connection was answered: of the addresses that a client registers, the first says nothing about that.
ALTER TABLE oauth_grant ADD COLUMN redirect_uri text;
