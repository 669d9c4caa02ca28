-- additive
-- A process that does not bring the database to its schema by itself asks whether it is there, by its own login.

GRANT SELECT ON schema_migration TO clinic_app;
COMMENT ON COLUMN schema_migration.additive IS
  'Whether programs from before it run on a database that has it, as its first line says.';
