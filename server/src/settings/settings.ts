import { DATABASE_SETTINGS } from './database-settings.ts'
import {
  address,
  choice,
  clients,
  integer,
  keys,
  mailServer,
  months,
  onOff,
  origin,
  port,
  ranges,
  text,
} from './readers.ts'
import { ROLE_NAMES } from './roles.ts'
import { TELEMETRY_SETTINGS } from './telemetry-settings.ts'

/** Every setting there is, and the processes that get it. `.env.example` is printed from here. */
export const SETTINGS = {
  NODE_ENV: choice(
    'production switches demo data and local webhook destinations off, and asks for https in public addresses.',
    'development',
    ['development', 'production', 'test'],
  ).for(...ROLE_NAMES),
  ROLE: choice('Which processes this one runs; all starts each as a process of its own.', 'all', [
    'all',
    ...ROLE_NAMES,
  ]).for(...ROLE_NAMES),
  PORT: integer('Port of the plugin API, documentation, OAuth, staff API and console.', '4000', 0, 65535).for(
    ...ROLE_NAMES,
  ),
  HOST: text('Address to listen on; by default this machine alone, in production every address.').for(...ROLE_NAMES),
  METRICS_PORT: integer(
    'Port of the Prometheus metrics, for operators alone; 0 is off. With ROLE=all the worker has the next one, the assistant the one after.',
    '0',
    0,
    65535,
  ).for(...ROLE_NAMES),
  BASE_URL: origin('Public address of the API; by default http://localhost:PORT.').for(...ROLE_NAMES),
  ASSISTANT_PORT: port('Port of the assistant resource server; by default the one after PORT.').for('api', 'assistant'),
  ASSISTANT_URL: address(
    'What a doctor pastes into the assistant; by default http://localhost:ASSISTANT_PORT/mcp.',
  ).for('api', 'assistant'),
  AUTHORIZATION_SERVER_URL: address(
    'Where the assistant resource server asks about tokens; by default the API of the same start, else BASE_URL.',
  ).for('assistant'),
  WEB_ORIGIN: origin('Public address of the console; by default that of the API, which serves it.').for(
    'api',
    'worker',
  ),
  OAUTH_CLIENTS: clients(
    'Assistant apps known beforehand, as JSON: [{"id": "…", "name": "…", "redirectUris": ["…"]}]; they may be answered on the person’s own machine.',
    '[]',
  ).for('api'),
  OAUTH_LOOPBACK_REDIRECTS: choice(
    'Whether known assistants may be answered on the person’s own machine; auto is known outside production.',
    'auto',
    ['auto', 'off', 'known'],
  ).for('api'),
  DATA_DIR: text('Folder of the embedded database, the generated secret, uploaded files and demo.json.', './data').for(
    'api',
    'worker',
  ),
  ...DATABASE_SETTINGS,
  SECRET_KEY: keys(
    'Master key: 32 bytes in base64; older keys may follow, separated by commas. Empty generates one in DATA_DIR.',
  ).for('supervisor'),
  FILES_S3_BUCKET: text('Bucket for files, on Amazon S3 or anything that speaks it; empty keeps them in DATA_DIR.').for(
    'api',
    'worker',
  ),
  FILES_S3_REGION: text('Region of the bucket.', 'us-east-1').for('api', 'worker'),
  FILES_S3_ENDPOINT: address('Address of an S3 that is not Amazon; its buckets are taken to be in the path.').for(
    'api',
    'worker',
  ),
  FILES_S3_ACCESS_KEY_ID: text('Key for the bucket; empty takes that of the machine, where Amazon gives it one.').for(
    'api',
    'worker',
  ),
  FILES_S3_SECRET_ACCESS_KEY: text('The secret of that key.').for('api', 'worker'),
  FILES_S3_KMS_KEY_ID: text('Which key of the key management service the bucket seals with; empty takes its own.').for(
    'api',
    'worker',
  ),
  DEMO: onOff('Whether the first start makes the demo clinics (never in production).', 'on').for('supervisor'),
  STYLES_PAGE: onOff(
    'Whether the console shows the pieces that it is built from, at /styles (never in production).',
    'on',
  ).for('api'),
  LOG_LEVEL: choice('Least important level that is logged.', 'info', [
    'fatal',
    'error',
    'warn',
    'info',
    'debug',
    'trace',
    'silent',
  ]).for(...ROLE_NAMES),
  ...TELEMETRY_SETTINGS,
  TRUST_PROXY: ranges('Proxies whose X-Forwarded-For is believed: addresses or CIDR ranges.').for('api', 'assistant'),
  REQUEST_TIMEOUT_MS: integer('How long a request may take to arrive.', '20000', 100, 600_000).for('api', 'assistant'),
  DRAIN_MS: integer(
    'How long a process that is told to end goes on serving while /readyz says 503; by default 5 seconds in production, else no time.',
    '0',
    0,
    300_000,
  ).for('api', 'assistant'),
  RATE_LIMITS: onOff('Rate limits per installation.', 'on').for('api', 'assistant'),
  RATE_LIMIT_READ_PER_MINUTE: integer('Reads per installation and minute.', '600', 1, 100_000_000).for('api'),
  RATE_LIMIT_READ_BURST: integer('Reads in one burst.', '120', 1, 100_000_000).for('api'),
  RATE_LIMIT_WRITE_PER_MINUTE: integer('Writes per installation and minute.', '240', 1, 100_000_000).for('api'),
  RATE_LIMIT_WRITE_BURST: integer('Writes in one burst.', '60', 1, 100_000_000).for('api'),
  RATE_LIMIT_MESSAGE_PER_MINUTE: integer('Messages per installation and minute.', '60', 1, 100_000_000).for('api'),
  RATE_LIMIT_MESSAGE_BURST: integer('Messages in one burst.', '60', 1, 100_000_000).for('api'),
  PUBLISHER_SIGNUP: choice(
    'Who may register to make plugins: anybody, those invited to a publisher, or no person.',
    'open',
    ['open', 'invite', 'off'],
  ).for('api', 'worker'),
  EGRESS_PATIENTS_PER_DAY: integer('Patients that one plugin is shown in a day.', '5000', 1, 100_000_000).for('api'),
  RATE_LIMIT_STRANGER_PER_MINUTE: integer(
    'Refusals that one network gets in a minute before it is told to wait; what strangers may leave behind counts four times.',
    '120',
    4,
    100_000_000,
  ).for('api', 'assistant'),
  RATE_LIMIT_ASSISTANT_PER_MINUTE: integer('Calls of one assistant connection and minute.', '60', 1, 100_000_000).for(
    'assistant',
  ),
  ASSISTANT_PATIENTS_PER_DAY: integer(
    'Patient records that one connection may read in a day.',
    '2000',
    1,
    100_000_000,
  ).for('assistant'),
  PLUGIN_WEBHOOK_BACKOFF_MS: integer(
    'Wait after the first failed attempt of a delivery; doubles with each further one.',
    '13000',
    1,
    3_600_000,
  ).for('api', 'worker'),
  PLUGIN_WEBHOOK_MAX_ATTEMPTS: integer('Attempts of a delivery before it is exhausted.', '15', 1, 30).for(
    'api',
    'worker',
  ),
  PLUGIN_WEBHOOK_MAX_CONSECUTIVE_FAILURES: integer(
    'Exhausted deliveries in a row that disable an endpoint.',
    '20',
    1,
    10_000,
  ).for('api', 'worker'),
  SANDBOX_PROVIDERS: choice(
    'Whether clinics that are no sandbox may use providers that only pretend; auto is on outside production.',
    'auto',
    ['auto', 'on', 'off'],
  ).for('api', 'worker'),
  WHATSAPP_API_BASE: address(
    'Where the WhatsApp Cloud API is, with its version.',
    'https://graph.facebook.com/v23.0',
  ).for('api', 'worker'),
  TWILIO_API_BASE: address('Where the API of Twilio is.', 'https://api.twilio.com').for('api', 'worker'),
  SMTP_URL: mailServer(
    'Server for mail to owners: smtp(s)://user:password@host:port; without one such mail is kept and not sent.',
  ).for('worker'),
  MAIL_FROM: text('Sender of mail to owners.', 'clinic@localhost').for('worker'),
  WEBHOOK_DELIVERY_RETENTION_DAYS: integer('Days for which finished webhook deliveries are kept.', '30', 1, 3650).for(
    'api',
  ),
  AUDIT_RETENTION_MONTHS: months(
    'Months for which audit records are kept, 12 at least, and no record of a clinic less than 72; 0 keeps them for ever.',
    '0',
  ).for('supervisor'),
  AUDIT_SIGNING_KEY: keys('Signs the seals of the audit: 32 bytes in base64; empty derives it.').for('worker'),
  STRIPE_API_BASE: address('Where the API of Stripe is.', 'https://api.stripe.com').for('api', 'worker'),
  MOYASAR_API_BASE: address('Where the API of Moyasar is.', 'https://api.moyasar.com').for('api', 'worker'),
  WEBHOOK_TEST_MODE_LOCAL: choice(
    'Whether test installations may send to this machine and private networks; auto is on outside production.',
    'auto',
    ['auto', 'on', 'off'],
  ).for('api', 'worker'),
} as const
