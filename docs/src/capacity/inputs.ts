/** A number of the model, and where it comes from. */
export interface Input {
  readonly value: number
  readonly unit: string
  /** Of what is assumed, why it is that much; of what was measured, the suite of the bench that says it. */
  readonly from: string
}

/** A clinic's day, and what its operator chooses. */
export const ASSUMED: Readonly<Record<string, Input>> = {
  clinics: { value: 20_000, unit: '', from: 'the question' },
  doctors: { value: 3, unit: 'a clinic', from: 'a small practice' },
  people: { value: 5, unit: 'a clinic', from: 'these and two receptionists, all with an open console' },
  visits: { value: 45, unit: 'a day', from: '15 a doctor, as in `desk`' },
  'other work': { value: 2, unit: 'times a visit', from: 'as much again for leads, stock, reports' },
  'hours open': { value: 12, unit: 'a day', from: '09:00 to 21:00' },
  'days open': { value: 300, unit: 'a year', from: 'six a week' },
  peak: { value: 2.5, unit: 'times the mean', from: 'one time zone, one morning' },
  plugins: { value: 2, unit: 'a clinic', from: 'as in `desk`; each is told of every event, and reads it' },
  lists: { value: 288, unit: 'a plugin and day', from: 'every five minutes, day and night' },
  calls: { value: 20, unit: 'a doctor and day', from: 'tools of an assistant' },
  logins: { value: 2, unit: 'a person and day', from: 'one ends after an hour without use' },
  presence: { value: 4, unit: 'times a person and hour', from: 'how often is recorded when people were last seen' },
  'clinics of a cell': { value: 500, unit: '', from: 'so many stand still when a server is lost' },
  use: { value: 0.5, unit: 'of a core', from: 'at the peak, so that half may be away' },
  kept: { value: 30, unit: 'days', from: 'events and deliveries, the default' },
  years: { value: 5, unit: '', from: 'the audit is kept for six at least' },
  'copy rate': { value: 200, unit: 'MB/s', from: 'not measured: a network of 2 Gbit/s' },
  'control’s connections of an API': {
    value: 8,
    unit: 'connections',
    from: 'the most that `server/src/app/connections.ts` opens',
  },
  pool: { value: 40, unit: 'connections', from: 'server connections of a pgbouncer' },
}

/** What runs said. A quiet run replaces the values here, and the pages follow. */
export const MEASURED: Readonly<Record<string, Input>> = {
  'requests of a visit': { value: 48, unit: '', from: 'sizes' },
  'changes of a visit': { value: 7, unit: '', from: 'sizes' },
  'events of a visit': { value: 10, unit: '', from: 'sizes' },
  'API of a visit': { value: 48.8, unit: 'ms', from: 'sizes' },
  'worker of a visit': { value: 1.6, unit: 'ms', from: 'sizes' },
  'PostgreSQL of a visit': { value: 97, unit: 'ms', from: 'sizes' },
  'log of a visit': { value: 151_860, unit: 'bytes', from: 'sizes' },
  'good of a visit': { value: 13_320, unit: 'bytes', from: 'sizes' },
  'audit of a visit': { value: 14_877, unit: 'bytes', from: 'sizes' },
  'events’ bytes of a visit': { value: 6_013, unit: 'bytes', from: 'sizes' },
  'answers of a visit': { value: 9_732, unit: 'bytes', from: 'sizes' },
  'audit of a read': { value: 850, unit: 'bytes', from: 'sizes' },
  'good of a read': { value: 303, unit: 'bytes', from: 'sizes' },
  'request log of a read': { value: 461, unit: 'bytes', from: 'sizes' },
  'API of a login': { value: 16.4, unit: 'ms', from: 'sizes' },
  'PostgreSQL of a login': { value: 3.9, unit: 'ms', from: 'sizes' },
  'log of a login': { value: 2_486, unit: 'bytes', from: 'sizes' },
  'log of a minute’s work': { value: 356, unit: 'bytes', from: 'sizes' },
  'console of an API': { value: 4, unit: 'KiB', from: 'sizes' },
  'connections of an API': { value: 25, unit: '', from: 'cells' },
  'connections of a worker': { value: 13, unit: '', from: 'cells' },
  'connections of an assistant': { value: 1, unit: '', from: 'cells' },
  'API of a read': { value: 118, unit: 'µs', from: 'cells' },
  'PostgreSQL of a read': { value: 101, unit: 'µs', from: 'cells' },
  'log of a read': { value: 1_160, unit: 'bytes', from: 'cells' },
  'API of a list': { value: 285, unit: 'µs', from: 'cells' },
  'PostgreSQL of a list': { value: 216, unit: 'µs', from: 'cells' },
  'log of a list': { value: 2_365, unit: 'bytes', from: 'cells' },
  'Node of a call': { value: 218, unit: 'µs', from: 'cells' },
  'PostgreSQL of a call': { value: 164, unit: 'µs', from: 'cells' },
  'control of a person’s read': { value: 251, unit: 'µs', from: 'cells' },
  'sending of a change': { value: 82, unit: 'µs', from: 'cells' },
  'taking in of a change': { value: 128, unit: 'µs', from: 'cells' },
  'log of a change': { value: 287, unit: 'bytes', from: 'cells' },
  'a cell': { value: 1.09, unit: 'times plain', from: 'cells' },
  'proxy of a request': { value: 60, unit: 'µs', from: 'cells' },
  'a route': { value: 381, unit: 'bytes', from: 'cells' },
  'worker of a delivery': { value: 70, unit: 'µs', from: 'webhooks' },
  'PostgreSQL of a delivery': { value: 59, unit: 'µs', from: 'webhooks' },
  'log of a delivery': { value: 965, unit: 'bytes', from: 'webhooks' },
  'a delivery': { value: 501, unit: 'bytes', from: 'webhooks' },
  'deliveries of a worker': { value: 4_854, unit: 'a second', from: 'webhooks' },
  'memory of an API': { value: 290, unit: 'MiB', from: 'sizes' },
}
