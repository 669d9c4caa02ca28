import { API_VERSION } from '@clinic/contract/api-version.ts'
import { createAppointment } from '@clinic/contract/appointments.ts'
import { getAvailability } from '@clinic/contract/availability.ts'
import { sendMessage } from '@clinic/contract/communications.ts'
import { EVENT_TYPES } from '@clinic/contract/event-types.ts'
import { listEvents } from '@clinic/contract/events.ts'
import { requestFileUpload } from '@clinic/contract/files.ts'
import { operations } from '@clinic/contract/index.ts'
import { listInvoices } from '@clinic/contract/invoices.ts'
import type { JsonSchema } from '@clinic/contract/json-schema.ts'
import type { Operation } from '@clinic/contract/kernel.ts'
import { manifestSchemaV1 } from '@clinic/contract/manifest.ts'
import { IDEMPOTENCY_KEY } from '@clinic/contract/openapi/components.ts'
import { MOST_DAYS, MOST_YEARS_AHEAD } from '@clinic/contract/sandbox-clock.ts'
import { SCOPES } from '@clinic/contract/scopes.ts'
import { SETTING_TYPES } from '@clinic/contract/setting-values.ts'
import { MOST_BYTES, MOST_KEYS, settingsSchemaV1 } from '@clinic/contract/settings-schema.ts'
import { LOCK_PATIENCE } from '@clinic/server/db/lock-patience.ts'
import { CONFIRM_MS, DOWNLOAD_SECONDS, UPLOAD_SECONDS } from '@clinic/server/domain/files/file.ts'
import { TOKEN_OVERLAP_HOURS } from '@clinic/server/domain/plugins/issue-token.ts'
import { HORIZON_DAYS } from '@clinic/server/domain/scheduling/date-range.ts'
import { MAX_APPOINTMENT_MINUTES } from '@clinic/server/domain/scheduling/status.ts'
import { EVENT_DAYS } from '@clinic/server/domain/webhooks/envelope.ts'
import { SECRET_OVERLAP_HOURS } from '@clinic/server/domain/webhooks/put-secret.ts'
import { READ_LIMIT_BYTES } from '@clinic/server/egress/exchange.ts'
import { KEPT_HOURS } from '@clinic/server/http/idempotency.ts'
import { BODY_BYTES } from '@clinic/server/http/server.ts'
import { readEnv } from '@clinic/server/settings/env.ts'
import type { EnvOf } from '@clinic/server/settings/role-env.ts'
import { ATTEMPT_MS } from '@clinic/server/webhooks/attempt.ts'
import { waitMs } from '@clinic/server/webhooks/schedule.ts'
import { TOLERANCE_SECONDS } from '@clinic/server/webhooks/sign.ts'
import { capacityFacts } from '../capacity/model.ts'
import { changeFacts } from '../changes/released.ts'
import { bytesInWords, spanInWords } from './in-words.ts'
import type { Facts } from './written.ts'

/** What an input, or the part of a document, is declared to take. */
const inputOf = ({ input }: Operation, name: string): JsonSchema => partOf({ ...input }, name)
const partOf = ({ properties = {} }: JsonSchema, name: string): JsonSchema => properties[name] ?? {}

const retryWaits = ({
  PLUGIN_WEBHOOK_BACKOFF_MS: base,
  PLUGIN_WEBHOOK_MAX_ATTEMPTS: attempts,
}: EnvOf<'api'>): number[] => Array.from({ length: attempts - 1 }, (_, index) => waitMs(index + 1, base) / 1000)

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

/** The attempts of a delivery as the rows of a table: which, how long after the one before, how long after the first. */
const retryTable = (waits: readonly number[]): string =>
  [
    '| Attempt | Waits at least | After the first |',
    '|---|---|---|',
    '| 1 | – | at once |',
    ...waits.map((wait, at) => `| ${at + 2} | ${spanInWords(wait)} | ${spanInWords(sum(waits.slice(0, at + 1)))} |`),
  ].join('\n')

const rateTable = (env: EnvOf<'api'>): string =>
  [
    '| Class | In a minute | In one burst | What |',
    '|---|---|---|---|',
    `| Reads | ${env.RATE_LIMIT_READ_PER_MINUTE} | ${env.RATE_LIMIT_READ_BURST} | GET |`,
    `| Writes | ${env.RATE_LIMIT_WRITE_PER_MINUTE} | ${env.RATE_LIMIT_WRITE_BURST} | POST, PATCH, DELETE |`,
    `| Messages | ${env.RATE_LIMIT_MESSAGE_PER_MINUTE} | ${env.RATE_LIMIT_MESSAGE_BURST} | \`sendMessage\` |`,
  ].join('\n')

const cappedLists = operations.filter(({ windowDays }) => windowDays !== undefined).map(({ id }) => `\`${id}\``)

function declaredFacts(): Record<string, string | number | undefined> {
  const manifest: JsonSchema = JSON.parse(JSON.stringify(manifestSchemaV1))
  const settings: JsonSchema = JSON.parse(JSON.stringify(settingsSchemaV1))
  return {
    version: API_VERSION,
    scopes: Object.keys(SCOPES).length,
    events: EVENT_TYPES.length,
    pageDefault: String(inputOf(listEvents, 'limit').default),
    pageMost: inputOf(listEvents, 'limit').maximum,
    cursorMost: inputOf(listEvents, 'cursor').maxLength,
    windowDays: listInvoices.windowDays,
    cappedLists: cappedLists.join(', '),
    availabilityDays: inputOf(getAvailability, 'days').maximum,
    availabilityDefault: String(inputOf(getAvailability, 'days').default),
    idMost: inputOf(createAppointment, 'branchId').maxLength,
    keyMost: IDEMPOTENCY_KEY.schema.maxLength === undefined ? undefined : String(IDEMPOTENCY_KEY.schema.maxLength),
    messageVariables: inputOf(sendMessage, 'variables').maxItems,
    messageText: inputOf(sendMessage, 'text').maxLength,
    uploadMost: bytesInWords(inputOf(requestFileUpload, 'sizeBytes').maximum ?? 0),
    slugRule: partOf(partOf(manifest, 'plugin'), 'slug')['x-expects'],
    templatesMost: partOf(manifest, 'webhooks').maxItems,
    rangesMost: partOf(manifest, 'allowedIpRanges').maxItems,
    settingFields: partOf(settings, 'fields').maxItems,
    settingTypes: SETTING_TYPES.map(type => `\`${type}\``).join(', '),
    settingKeys: MOST_KEYS,
    settingBytes: bytesInWords(MOST_BYTES),
  }
}

/** How much things are on the platform as it runs here: what the guides say in numbers, each from what decides it. */
export function docsFacts(env: EnvOf<'api'>): Facts {
  const waits = retryWaits(env)
  const facts = {
    ...declaredFacts(),
    ...changeFacts(),
    ...capacityFacts(),
    rateTable: rateTable(env),
    patientsPerDay: env.EGRESS_PATIENTS_PER_DAY,
    retryTable: retryTable(waits),
    attempts: env.PLUGIN_WEBHOOK_MAX_ATTEMPTS,
    retryTotal: spanInWords(sum(waits)),
    exhaustedMost: env.PLUGIN_WEBHOOK_MAX_CONSECUTIVE_FAILURES,
    deliveryDays: env.WEBHOOK_DELIVERY_RETENTION_DAYS,
    answerTime: spanInWords(ATTEMPT_MS / 1000),
    answerBytes: bytesInWords(READ_LIMIT_BYTES),
    tolerance: spanInWords(TOLERANCE_SECONDS),
    eventDays: EVENT_DAYS,
    secretOverlap: SECRET_OVERLAP_HOURS,
    tokenOverlap: TOKEN_OVERLAP_HOURS,
    clockDays: MOST_DAYS,
    clockYears: MOST_YEARS_AHEAD,
    keyHours: KEPT_HOURS,
    bodyMost: bytesInWords(BODY_BYTES),
    availabilityHorizon: HORIZON_DAYS,
    appointmentHours: MAX_APPOINTMENT_MINUTES / 60,
    uploadTime: spanInWords(UPLOAD_SECONDS),
    confirmTime: spanInWords(CONFIRM_MS / 1000),
    downloadTime: spanInWords(DOWNLOAD_SECONDS),
    lockWait: spanInWords(LOCK_PATIENCE.lockMs / 1000),
  }
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, String(value)]))
}

/** How much they are where no setting says otherwise, which is what the pages say. */
export const usualFacts = (): Facts => docsFacts(readEnv({}))
