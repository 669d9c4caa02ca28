import { choice, databaseServer, integer, onOff, poolServer } from './readers.ts'
import { ROLE_NAMES } from './roles.ts'

/** Where the database is, and how the processes come to it. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: databaseServer(
    'PostgreSQL 15 or newer, as the owner of the database, without a login where MIGRATE is off; empty starts the embedded one.',
  ).for('supervisor'),
  POOL_URL: poolServer(
    'Pooler before the database, in transaction mode and without a login: postgres://host:6432. What has to last longer than a transaction goes to DATABASE_URL.',
  ).for(...ROLE_NAMES),
  REPORT_DATABASE_URL: poolServer(
    'Replica of the database, by streaming replication and without a login: postgres://host/database. Reports and what assistants read come from it while it is near enough, else from DATABASE_URL. The worker mends rows more slowly while it is behind.',
  ).for(...ROLE_NAMES),
  REPORT_MAX_LAG_MS: integer(
    'At most how far behind the replica may be, in milliseconds, to be read from.',
    '5000',
    1_000,
    300_000,
  ).for(...ROLE_NAMES),
  CONTROL_DATABASE_URL: databaseServer(
    'Database where control is, for the processes of a cell; as its owner for npm run clinic -- cell join, and without a login where MIGRATE is off. Empty where there are no cells, and where control is.',
  ).for('supervisor'),
  MIGRATE: onOff(
    'Whether a start brings the database to its schema and makes the logins of the processes; off refuses to start until npm run db:migrate has.',
    'on',
  ).for('supervisor'),
  DATABASE_DRIVER: choice(
    'How statements travel to the database: pipelined is fast, plain is slower and the pg library alone.',
    'pipelined',
    ['pipelined', 'plain'],
  ).for(...ROLE_NAMES),
} as const
