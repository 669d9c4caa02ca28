import { events } from '@clinic/contract/event-types.ts'
import { isRecord } from '@clinic/contract/json-schema.ts'
import type { ProbeName } from '@clinic/contract/publisher/exams.ts'
import type { Verdict } from '../domain/exams/exam-row.ts'
import { newSigningSecret } from '../domain/webhooks/signing-secret.ts'
import type { Outcome } from '../egress/outcome.ts'
import { anew, type DirectEvent, exampleOf, type SendingWish, sendDirectly } from './direct-events.ts'
import { seconds } from './exam-rules.ts'
import { type ExamScene, keysOf, skipped, verdict } from './exam-scene.ts'
import { outcomeInWords } from './observed.ts'

const LARGE_BYTES = 20 * 1024
const NEW_VALUE = 'EXAM_NEW_VALUE'

const dataOf = ({ data }: DirectEvent): Record<string, unknown> => {
  const read: unknown = JSON.parse(data)
  return isRecord(read) ? read : {}
}
const withData = (event: DirectEvent, more: Record<string, unknown>): DirectEvent => ({
  ...anew(event),
  data: JSON.stringify({ ...dataOf(event), ...more }),
})

/** A field of the type's data that holds one of some words, of which there may be more some day. */
function wordField(type: string): string | undefined {
  const properties = events.find(event => event.type === type)?.data.properties ?? {}
  return Object.entries(properties).find(
    ([name, schema]) => name !== 'object' && isRecord(schema) && Array.isArray(schema.enum),
  )?.[0]
}

/** An event with a word that is not there yet; nothing where the plugin hears of none that has words. */
async function newValue(scene: ExamScene, taken: readonly DirectEvent[]): Promise<DirectEvent | undefined> {
  const known = taken.find(({ type }) => wordField(type) !== undefined)
  if (known) return withData(known, { [wordField(known.type) ?? '']: NEW_VALUE })
  const type = scene.manifest.requestedEvents.find(one => wordField(one) !== undefined)
  return type === undefined ? undefined : withData(await exampleOf(scene, type), { [wordField(type) ?? '']: NEW_VALUE })
}

/** Sends what a plugin may not have thought of, and must bear. */
export async function unusualEvents(scene: ExamScene, taken: readonly DirectEvent[]): Promise<Verdict[]> {
  const [event] = taken
  if (!event || !scene.endpoint) return []
  const put = async (probe: ProbeName, sent: string, unusual: DirectEvent, wish?: SendingWish) =>
    judged(scene, probe, sent, [await sendDirectly(scene, unusual, wish)])
  const value = await newValue(scene, taken)
  const keys = [...keysOf([newSigningSecret()]), ...scene.endpoint.keys]
  const unknown = { ...anew(event), type: 'exam.unknown_type', previous_attributes: null }
  return Promise.all([
    put(
      'two_signatures',
      'An event signed with a new secret and with the known one, as after a rotation.',
      anew(event),
      { keys },
    ),
    put('unknown_type', 'An event of a type that is not there yet.', unknown),
    put('unknown_field', 'An event with a field that is not there yet.', withData(event, { examField: 'new' })),
    value
      ? put('unknown_value', 'An event with a word in one of its fields that is not there yet.', value)
      : skipped(['unknown_value'], 'No event of the manifest has a field of words.')[0],
    put('large_body', 'An event of 20 KB.', withData(event, { examField: 'x'.repeat(LARGE_BYTES) })),
    many(scene, 'shuffled', 'Events in another order than that in which they happened.', taken.toReversed().map(anew)),
    many(scene, 'burst', `${scene.rules.burst} events at the same time.`, await examples(scene)),
  ]).then(all => all.filter(one => one !== undefined))
}

const many = async (scene: ExamScene, probe: ProbeName, sent: string, all: readonly DirectEvent[]) =>
  judged(scene, probe, sent, await Promise.all(all.map(one => sendDirectly(scene, one, { isTest: probe === 'burst' }))))

async function examples(scene: ExamScene): Promise<DirectEvent[]> {
  const example = await exampleOf(scene, scene.manifest.requestedEvents[0] ?? '')
  return Array.from({ length: scene.rules.burst }, () => anew(example))
}

const ADVISED: readonly ProbeName[] = ['large_body', 'shuffled', 'burst']

function judged({ rules }: ExamScene, probe: ProbeName, sent: string, outcomes: readonly Outcome[]): Verdict {
  const bad = outcomes.filter(({ ok }) => !ok)
  const shown = bad[0] ?? outcomes[0]
  const many = outcomes.length > 1 ? `${outcomes.length - bad.length} of ${outcomes.length} were taken; ` : ''
  const outcome = bad.length > 0 && ADVISED.includes(probe) ? 'WARN' : bad.length === 0
  return verdict(probe, outcome, [
    sent,
    `An answer of 2xx within ${seconds(rules.answerMs)}.`,
    `${many}${shown ? outcomeInWords(shown) : 'nothing was sent'}.`,
  ])
}
