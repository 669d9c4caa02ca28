/** A figure of the model: what it is called, what it comes from, and in which unit it is. */
export interface Need {
  readonly name: string
  readonly formula: string
  readonly unit: string
}

const need = (name: string, unit: string, formula: string): Need => ({ name, unit, formula })

/** The busiest second of all clinics. */
const LOAD = [
  need('visits a second', '', 'clinics × visits ÷ hours open ÷ 3600 × peak'),
  need('people’s requests', 'a second', 'visits a second × requests of a visit × other work'),
  need('deliveries', 'a second', 'visits a second × events of a visit × plugins'),
  need('reads', 'a second', 'deliveries'),
  need('listings', 'a second', 'clinics × plugins × lists ÷ 86400'),
  need('tool calls', 'a second', 'clinics × doctors × calls ÷ hours open ÷ 3600 × peak'),
  need('sessions asked', 'a second', 'people’s requests + visits a second × changes of a visit × other work × people'),
  need('all requests', 'a second', 'people’s requests + reads + listings + tool calls'),
]

const CELL = [
  need('cells', '', 'up(clinics ÷ clinics of a cell)'),
  need(
    'cores of Node',
    '',
    'a cell × (visits a second × (API of a visit + worker of a visit) × other work ÷ 1000 + (reads × API of a read + listings × API of a list + tool calls × Node of a call + deliveries × worker of a delivery) ÷ 1000000)',
  ),
  need(
    'cores of PostgreSQL',
    '',
    'a cell × (visits a second × PostgreSQL of a visit × other work ÷ 1000 + (reads × PostgreSQL of a read + listings × PostgreSQL of a list + tool calls × PostgreSQL of a call + deliveries × PostgreSQL of a delivery) ÷ 1000000)',
  ),
  need('of them control’s', '', 'sessions asked × control of a person’s read ÷ 1000000'),
  need('API processes', 'a cell', 'most(2, up(cores of Node ÷ cells ÷ use))'),
  need('worker processes', 'a cell', 'most(2, up(deliveries ÷ cells ÷ deliveries of a worker ÷ use))'),
  need('processes of a cell', '', 'API processes + worker processes + 2'),
  need('processes', 'in all', '(cells + 1) × processes of a cell'),
  need('changes copied', 'a second to each cell', 'clinics × people × presence ÷ 3600'),
  need('cores that take in', 'a cell', 'changes copied × taking in of a change ÷ 1000000'),
  need(
    'database cores',
    'cores',
    'most(2, up(((cores of PostgreSQL − of them control’s) ÷ cells + cores that take in) ÷ use))',
  ),
  need('open consoles', 'a cell', 'clinics of a cell × people'),
  need(
    'memory of an API’s process',
    'MiB',
    'memory of an API + open consoles ÷ API processes × console of an API ÷ 1024',
  ),
  need(
    'connections',
    'a cell',
    'API processes × connections of an API + worker processes × connections of a worker + 2 × connections of an assistant',
  ),
  need('with a pgbouncer', 'a cell', 'API processes × 4 + worker processes × 16 + pool'),
]

const DATA = [
  need(
    'log a second',
    'kB, a cell',
    '(visits a second × log of a visit × other work + deliveries × log of a delivery + reads × log of a read + listings × log of a list) ÷ cells ÷ 1000',
  ),
  need('log of what is taken in', 'kB a second, a cell', 'changes copied × log of a change ÷ 1000'),
  need(
    'log a day',
    'GB, a cell',
    'clinics of a cell × (visits × (log of a visit × other work + events of a visit × plugins × (log of a delivery + log of a read)) + plugins × lists × log of a list) ÷ 1000000000',
  ),
  need(
    'a clinic’s year',
    'MB',
    '(days open × visits × ((good of a visit + audit of a visit) × other work + events of a visit × plugins × (audit of a read + good of a read)) + 365 × plugins × lists × (audit of a read + good of a read)) ÷ 1000000',
  ),
  need(
    'what is kept for days',
    'MB, a clinic',
    '(kept × visits × (events’ bytes of a visit × other work + events of a visit × plugins × a delivery) + 14 × (visits × events of a visit × plugins + plugins × lists) × request log of a read + visits × answers of a visit × other work) ÷ 1000000',
  ),
  need('a cell’s size', 'GB', 'clinics of a cell × (a clinic’s year × years + what is kept for days) ÷ 1000'),
  need('all clinics', 'TB', 'a cell’s size × cells ÷ 1000'),
  need('a full backup', 'hours, a cell', 'a cell’s size × 1000 ÷ copy rate ÷ 3600'),
]

const CONTROL = [
  need('logins a second', '', 'clinics × people × logins ÷ hours open ÷ 3600 × peak'),
  need('control’s API processes', '', 'most(2, up(logins a second × API of a login ÷ 1000 ÷ use))'),
  need('connections to control', '', 'cells × API processes × control’s connections of an API'),
  need(
    'control’s log',
    'kB a second',
    '(logins a second × log of a login + clinics × people ÷ 60 × log of a minute’s work) ÷ 1000',
  ),
  need('cores that send', '', 'cells × changes copied × sending of a change ÷ 1000000'),
  need(
    'control’s database cores',
    '',
    'up((of them control’s + logins a second × PostgreSQL of a login ÷ 1000 + cores that send) ÷ use)',
  ),
  need('replication slots', 'at control', 'cells'),
  need('log kept for an hour’s pause', 'GB, at control', 'control’s log × 3600 ÷ 1000000'),
  need('the same in a cell', 'GB', '(log a second + log of what is taken in) × 3600 ÷ 1000000'),
]

const ROUTER = [
  need('routes', '', 'clinics × (1 + plugins + doctors)'),
  need('memory of its map', 'MB', 'routes × a route ÷ 1000000'),
  need('its cores', '', 'up(all requests × proxy of a request ÷ 1000000 ÷ use)'),
  need('connections of browsers', '', 'clinics × people'),
]

export const NEEDS = { load: LOAD, cell: CELL, data: DATA, control: CONTROL, router: ROUTER } as const
