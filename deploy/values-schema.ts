import { SETTINGS } from '../server/src/settings/settings.ts'

/** What is a secret, or is told the chart elsewhere, and so is no setting of its values. */
const ELSEWHERE = new Set([
  ...['SECRET_KEY', 'AUDIT_SIGNING_KEY', 'SMTP_URL', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'],
  'OTEL_EXPORTER_OTLP_HEADERS',
  ...['DATABASE_URL', 'ROLE', 'NODE_ENV', 'MIGRATE', 'METRICS_PORT', 'PORT', 'ASSISTANT_PORT', 'HOST', 'DATA_DIR'],
  ...['AUTHORIZATION_SERVER_URL', 'DEMO', 'STYLES_PAGE'],
])

const text = { type: 'string' }
const count = { type: 'integer', minimum: 1 }
const resources = { type: 'object' }
const strict = (properties: Record<string, object>) => ({ type: 'object', additionalProperties: false, properties })

/** The values of the Helm chart as a JSON Schema: settings by the names that there are, and nothing that is not read. */
export const valuesSchema = () => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  ...strict({
    global: { type: 'object' },
    image: strict({
      repository: text,
      tag: { type: 'string', not: { const: 'latest' } },
      pullPolicy: { enum: ['Always', 'IfNotPresent', 'Never'] },
    }),
    settings: strict(
      Object.fromEntries(
        Object.entries(SETTINGS)
          .filter(([name]) => !ELSEWHERE.has(name))
          .map(([name, { help }]) => [name, { ...text, description: help }]),
      ),
    ),
    secretName: text,
    database: strict({
      // A login would be in every process's environment.
      url: { type: 'string', pattern: '^(?:|postgres(?:ql)?://[^@]+)$' },
      owner: strict({ secretName: text, key: text }),
    }),
    api: strict({ replicas: count, maxReplicas: count, targetCPU: { ...count, maximum: 100 }, resources }),
    worker: strict({ replicas: count, resources }),
    assistant: strict({ replicas: count, resources }),
    ingress: strict({
      ...{ enabled: { type: 'boolean' }, className: text, host: text, assistantHost: text, tlsSecretName: text },
      annotations: { type: 'object', additionalProperties: text },
    }),
    networkPolicy: strict({ enabled: { type: 'boolean' }, ingressNamespace: text, monitoringNamespace: text }),
    serviceMonitor: strict({ enabled: { type: 'boolean' } }),
  }),
})
