import type { ScopeName } from '@clinic/contract/scopes.ts'
import type { Verdict } from '../domain/exams/exam-row.ts'
import { type Caused, cause, dropQueued, type ExamScene, isOver, letGoWrong, skipped, verdict } from './exam-scene.ts'
import { type Call, callsInWords, isAnswered, isList, sentInWords, wasTaken } from './observed.ts'

/** Scopes that show fields and let nothing be asked: without them these fields are left out. */
const FIELD_SCOPES: readonly ScopeName[] = ['patients:read.pii', 'practitioners:read.contact']

/** Pages of one: a list goes on until nextCursor is null. */
export async function paging(scene: ExamScene, tour: readonly Caused[]): Promise<Verdict> {
  const sent = 'Lists whose pages hold one record.'
  const expected = 'The next page of each that has more, by its cursor.'
  const lister = tour.find(({ calls }) => calls.some(call => isList(call) && isAnswered(call)))
  if (!lister || isOver(scene)) return verdict('paging', 'WARN', [sent, expected, 'It asked for no list.'])
  await letGoWrong(scene, { pageLimit: 1 })
  const caused = await cause(scene, lister.type)
  await letGoWrong(scene, {})
  await dropQueued(scene)
  const pages = (caused?.calls ?? []).filter(call => isList(call) && isAnswered(call))
  const isFollowed = (call: Call, place: number) =>
    !call.has_more || pages.slice(place + 1).some(next => next.operation === call.operation && isNext(next))
  const left = pages.filter((call, place) => !isFollowed(call, place))
  if (!pages.some(({ has_more }) => has_more))
    return verdict('paging', 'WARN', [sent, expected, `No list had more than one record: ${callsInWords(pages)}.`])
  const isTaken = caused?.sent !== undefined && wasTaken(caused.sent)
  return verdict('paging', isTaken && left.length === 0, [
    sent,
    expected,
    left.length === 0
      ? `${callsInWords(pages)}; ${sentInWords(caused?.sent)}.`
      : `Not followed: ${callsInWords(left)}.`,
  ])
}

const isNext = ({ parameters }: Call): boolean => parameters.includes('cursor')

/** A clinic may not grant what shows names and contacts: then these fields are not there. */
export async function missingFields(scene: ExamScene, tour: readonly Caused[]): Promise<Verdict> {
  const { manifest, inClinic, exam } = scene
  const asked = [...manifest.requestedScopes, ...(manifest.optionalScopes ?? [])]
  const shown = FIELD_SCOPES.filter(scope => asked.includes(scope))
  const [none] = skipped(['missing_fields'], 'The manifest asks for no names and no contacts.')
  if (shown.length === 0 && none) return none
  const sent = `Events after ${shown.join(' and ')} were taken away, so that answers lack those fields.`
  const expected = 'An answer of 2xx, as before.'
  const callers = tour.filter(({ calls, sent: before }) => calls.length > 0 && before && wasTaken(before)).slice(0, 2)
  if (callers.length === 0) return verdict('missing_fields', 'WARN', [sent, expected, 'It made no call to be seen.'])
  const { granted_scopes: granted } = await inClinic(tx => tx.get('installation', exam.installation_id))
  const withScopes = (granted_scopes: string[]) =>
    inClinic(tx => tx.update('installation', exam.installation_id, { granted_scopes }))
  await withScopes(granted.filter(scope => !FIELD_SCOPES.some(one => one === scope)))
  const caused: (Caused | undefined)[] = []
  for (const { type } of callers) caused.push(await cause(scene, type))
  await withScopes(granted)
  await dropQueued(scene)
  const bad = caused.filter(one => !one?.sent || !wasTaken(one.sent))
  const told = (bad[0] ?? caused[0])?.sent
  return verdict('missing_fields', bad.length === 0, [sent, expected, `${sentInWords(told)}.`])
}
