import { CONTROL } from '../../kernel/misdirected.ts'

/** Where a cell's processes are, each as `host:port`, and the host by which links lead to it, where it has one of its own. */
export interface CellPlaces {
  name: string
  apis: readonly string[]
  assistants: readonly string[]
  host?: string | undefined
}

interface Routing {
  /** Where the proxy listens, for the API and for assistants. */
  bind: string
  assistantBind: string
  socketPath: string
  mapPath: string
  /** One of them is where control is, by that name. */
  places: readonly CellPlaces[]
}

/**
 * The configuration of an HAProxy (2.6 or newer) before all cells. A bearer token, else the clinic that the request names,
 * says which cell it goes to, by the map that `cell route` keeps current; a link of a patient or payer goes where the map
 * says, once its clinic has moved, else by its host; everything else where control is. What names a clinic never goes by its
 * host: that may be the one where the clinic lived. While a clinic is being moved a request may still arrive at the cell
 * before: its 421 becomes a 503 that asks for another try.
 */
export const haproxyConfig = ({ bind, assistantBind, socketPath, mapPath, places }: Routing): string =>
  [
    'global',
    `  stats socket ${socketPath} mode 600 level admin`,
    'defaults',
    '  mode http',
    '  option http-keep-alive',
    '  timeout connect 5s',
    '  timeout client 60s',
    '  timeout server 60s',
    'frontend api',
    `  bind ${bind}`,
    ...byToken(mapPath),
    '  http-request set-var(txn.clinic) req.hdr(clinic-id)',
    '  http-request set-var(txn.clinic) urlp(clinicId) unless { var(txn.clinic) -m found }',
    '  http-request set-var(txn.clinic) path,field(5,/) if { path_beg /callbacks/ }',
    `  http-request set-var(txn.cell) var(txn.clinic),map(${mapPath}) unless { var(txn.cell) -m found }`,
    '  http-request set-var(txn.link) path,field(3,/) if { path_beg /pay/ /clinic-logos/ }',
    '  http-request set-var(txn.link) path,field(4,/) if { path_beg /p/ }',
    `  http-request set-var(txn.cell) var(txn.link),sha2(256),hex,lower,map(${mapPath}) unless { var(txn.cell) -m found }`,
    '  use_backend %[var(txn.cell)] if { var(txn.cell) -m found }',
    ...places.flatMap(({ name, host }) =>
      host ? [`  use_backend ${name} if { hdr(host),host_only -i ${host} } !{ var(txn.clinic) -m found }`] : [],
    ),
    `  default_backend ${CONTROL}`,
    'frontend assistant',
    `  bind ${assistantBind}`,
    ...byToken(mapPath),
    '  use_backend assistant_%[var(txn.cell)] if { var(txn.cell) -m found }',
    `  default_backend assistant_${CONTROL}`,
    ...places.flatMap(({ name, apis, assistants }) => [
      ...backend(name, apis),
      ...backend(`assistant_${name}`, assistants),
    ]),
    '',
  ].join('\n')

const byToken = (mapPath: string): string[] => [
  '  http-request set-var(txn.token) http_auth_bearer,sha2(256),hex,lower',
  `  http-request set-var(txn.cell) var(txn.token),map(${mapPath})`,
]

const backend = (name: string, servers: readonly string[]): string[] => [
  `backend ${name}`,
  '  option httpchk GET /readyz',
  '  http-response set-header Retry-After 1 if { status 421 }',
  '  http-response set-status 503 if { status 421 }',
  ...servers.map((server, n) => `  server ${name}${n} ${server} check inter 1s fall 2 rise 1`),
]
