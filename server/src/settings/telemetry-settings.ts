import { address, choice, pairs, ratio, text } from './readers.ts'
import { ROLE_NAMES } from './roles.ts'

/** Where traces and logs are sent, under the names that OpenTelemetry gives these variables. */
export const TELEMETRY_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    'Collector of traces and logs, which speaks OTLP over HTTP: http://collector:4318. Without one nothing is traced and no code of it loaded.',
  ).for(...ROLE_NAMES),
  OTEL_EXPORTER_OTLP_HEADERS: pairs(
    'What the collector asks for in headers, as name=value, separated by commas, percent-encoded.',
  ).for(...ROLE_NAMES),
  OTEL_SERVICE_NAME: text('What the platform is called there.', 'clinic').for(...ROLE_NAMES),
  OTEL_TRACES_SAMPLER: choice(
    'Which requests and jobs are traced; what follows from one is traced if that is.',
    'parentbased_always_on',
    ['parentbased_always_on', 'parentbased_traceidratio', 'parentbased_always_off'],
  ).for(...ROLE_NAMES),
  OTEL_TRACES_SAMPLER_ARG: ratio('How many of them with parentbased_traceidratio, from 0 to 1.', '1').for(
    ...ROLE_NAMES,
  ),
} as const
