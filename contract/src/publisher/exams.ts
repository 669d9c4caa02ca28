import { publisher } from '../access.ts'
import { EndpointUrl } from '../endpoint-fields.ts'
import {
  described,
  FreeMap,
  Id,
  MaybeText,
  MaybeTimestamp,
  Nullable,
  OneOf,
  Optional,
  shape,
  Text,
  Timestamp,
} from '../fields.ts'
import { family, Type } from '../kernel.ts'

const { operation } = family('Exams', {
  read: publisher('VIEWER', 'read'),
  write: publisher('DEVELOPER', 'test'),
})

/** What a plugin must pass, in the order in which it is put to it. */
export const REQUIRED_PROBES = [
  ...(['good_signature', 'wrong_signature', 'altered_body', 'reserialised_body', 'old_timestamp'] as const),
  ...(['no_signature', 'two_signatures', 'unknown_type', 'unknown_field', 'unknown_value', 'duplicate'] as const),
  ...(['keys', 'same_key', 'retry_after', 'paging', 'missing_fields', 'revoked', 'uninstalled'] as const),
] as const
/** What it had better pass, too. */
export const ADVISED_PROBES = [
  ...(['shuffled', 'large_body', 'burst', 'redirect', 'tls', 'unused_scopes', 'privacy_page', 'icon'] as const),
  ...(['arabic_texts', 'settings'] as const),
] as const
export const PROBES = [...REQUIRED_PROBES, ...ADVISED_PROBES] as const
export type ProbeName = (typeof PROBES)[number]

export const PROBE_OUTCOMES = ['PASS', 'FAIL', 'WARN', 'SKIPPED'] as const
export type ProbeOutcome = (typeof PROBE_OUTCOMES)[number]
export const EXAM_STATES = ['WAITING', 'RUNNING', 'PASSED', 'FAILED', 'ERROR'] as const
export type ExamState = (typeof EXAM_STATES)[number]

const version = described(Text(1, 64), 'The number of the version, such as 1.4.0.')

const Probe = shape('examProbe', {
  probe: described(OneOf(PROBES), 'What was put to the plugin.'),
  required: Type.Boolean({ description: 'Whether the exam fails with it.' }),
  outcome: described(
    OneOf(PROBE_OUTCOMES),
    'WARN where it is only advised, or could not be seen; SKIPPED where the manifest, or a probe before it, rules it out.',
  ),
  sent: Type.String({ description: 'What was done, in English; never a secret or a name.' }),
  expected: Type.String({ description: 'What a sound plugin does then.' }),
  happened: Type.String({ description: 'What this one did.' }),
})

const Receipt = shape('examReceipt', {
  type: described(OneOf(['plugin_exam']), 'That it is of an exam: nothing else that is signed with the key says so.'),
  exam: described(Id, 'The exam.'),
  plugin: Type.String({ description: 'The plugin, by its slug.' }),
  version: Type.String({ description: 'The number of the version.' }),
  manifestHash: Type.String({ description: 'SHA-256 of its manifest as canonical JSON (RFC 8785), hexadecimal.' }),
  passedAt: described(Timestamp, 'When it was passed, as a UTC instant.'),
  probes: described(FreeMap, 'How each probe came out, by its name.'),
  key: Type.String({ description: 'Which of the keys of /.well-known/audit-keys.json has signed it.' }),
  signature: Type.String({
    description: 'Ed25519 (RFC 8032) over the canonical JSON of everything else in it, hexadecimal.',
  }),
})

export const Exam = shape('exam', {
  id: Id,
  version: Type.String({ description: 'The number of the version that is examined.' }),
  manifestHash: Type.String({ description: 'Of its manifest, which never changes.' }),
  url: Type.String({ description: 'Where the plugin under examination takes its events.' }),
  state: described(
    OneOf(EXAM_STATES),
    'WAITING until the plugin answers for the first time; ERROR where the exam itself broke off, which says nothing of the plugin.',
  ),
  installationId: described(Id, 'The test installation that was made for it, and ends with it.'),
  startedAt: described(Timestamp, 'When it was asked for, as a UTC instant.'),
  begunAt: described(MaybeTimestamp, 'When the plugin answered for the first time; null while it has not.'),
  endedAt: described(MaybeTimestamp, 'When it ended; null while it goes on.'),
  probes: Type.Array(Probe, { description: 'Those that are over, in the order of the exam.' }),
  receipt: described(Nullable(Receipt), 'Signed, for those who want to rely on it; null unless it was passed.'),
})

export const listExams = operation({
  id: 'listExams',
  route: 'GET /:publisherId/plugins/:id/versions/:version/exams',
  summary: 'The exams of a version, newest first',
  description: 'The last twenty.',
  input: { publisherId: Id, id: Id, version },
  answer: 'all',
  returns: Exam,
})

export const getExam = operation({
  id: 'getExam',
  route: 'GET /:publisherId/plugins/:id/versions/:version/exams/:examId',
  summary: 'An exam, as far as it has come',
  description: 'Probes are there as they end, and with the last the receipt, if it was passed.',
  input: { publisherId: Id, id: Id, version, examId: Id },
  returns: Exam,
})

export const startExam = operation({
  id: 'startExam',
  route: 'POST /:publisherId/plugins/:id/versions/:version/exams',
  summary: 'Puts a version of a plugin to its exam',
  description:
    'Installs the version in the own sandbox, for the exam alone. The key and the signing secret of that installation are in this answer alone: give them to the plugin that listens at the address. The exam begins when it answers a signed event with 2xx, for which it has ten minutes, and takes two minutes at most; then the installation is removed. One exam runs in a sandbox at a time; a new one takes the place of one that still waits.',
  input: {
    publisherId: Id,
    id: Id,
    version,
    url: EndpointUrl,
    settings: Optional(described(FreeMap, 'Key by key, where the manifest asks for some.')),
    replace: Optional(
      Type.Boolean({ default: false, description: 'Whether to remove a test installation that stands there first.' }),
    ),
  },
  changes: ['exam'],
  returns: shape('startedExam', {
    id: described(Id, 'The exam.'),
    installationId: described(Id, 'The test installation that was made for it.'),
    token: Type.String({ description: 'The key of the installation. Shown this once.' }),
    signingSecret: described(
      MaybeText,
      'What its events are signed with, shown this once; null where the plugin asks for no events.',
    ),
  }),
  status: 201,
  emits: ['installation.uninstalled'],
  refuses: ['already_installed', 'destination_not_allowed', 'invalid_state_transition'],
})
