import { isRecord } from '@clinic/contract/json-schema.ts'
import { isSetOf, type SetOf, type TriggerType } from '@clinic/contract/sandbox-fields.ts'
import { refuse, refuseInput } from '../../kernel/errors.ts'
import type { Tx } from '../../kernel/tx.ts'
import { kindOfId } from '../../kernel/values/id-prefixes.ts'
import type { TriggerScene } from './trigger.ts'
import { TRIGGERS } from './triggers.ts'

interface Wish {
  type: TriggerType
  /** Fields of what is done, or the record that it is done to. */
  set?: Record<string, unknown>
  times?: number
}

interface Happened {
  id: string
  type: string
  /** It is the one that was asked for, and none that led to it. */
  asked: boolean
}

export interface Caused {
  events: Happened[]
  records: { kind: string; id: string }[]
  /** Of a plugin that was installed anew, in clear, to be shown this once. */
  token: string | null
}

/**
 * Causes an event by what a clinic does when it happens, so often, in one transaction. The last event of the type in each
 * turn is the one that was asked for: those before it led to it.
 */
export async function triggerEvent(tx: Tx, { type, set = {}, times = 1 }: Wish, scene: TriggerScene): Promise<Caused> {
  const events: Happened[] = []
  let token: string | null = null
  for (let turn = 0; turn < times; turn++) {
    const { happened, answer } = await listenedTo(tx, listening => run(listening, type, withoutEmpty(set), scene))
    const asked = happened.findLast(event => event.type === type)
    if (!asked)
      return refuseInput({ path: '/set', code: 'no_event', message: `must lead to ${type}; nothing changes by it` })
    asked.asked = true
    events.push(...happened)
    if (isRecord(answer) && typeof answer.token === 'string') token = answer.token
  }
  const records = tx.touched.ids.flatMap(id => {
    const kind = kindOfId(id)
    return kind === undefined ? [] : [{ kind, id }]
  })
  return { events, records, token }
}

const run = async <Named extends TriggerType>(tx: Tx, type: Named, set: unknown, scene: TriggerScene) =>
  isSetOf(type, set) ? runWith(tx, type, set, scene) : refuse('validation_failed')

const runWith = <Named extends TriggerType>(tx: Tx, type: Named, set: SetOf<Named>, scene: TriggerScene) =>
  TRIGGERS[type](tx, set, scene)

/** An empty text says that there is none, as everywhere. */
const withoutEmpty = (set: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(set).filter(([, value]) => value !== ''))

/** Runs with a Tx that notes which events it records. What is done many times under one request key derives no id from it. */
async function listenedTo<Answer>(tx: Tx, run: (tx: Tx) => Promise<Answer>) {
  const happened: Happened[] = []
  const emit: Tx['emit'] = (event, data, previousAttributes) => {
    const id = tx.emit(event, data, previousAttributes)
    happened.push({ id, type: event.type, asked: false })
    return id
  }
  return { answer: await run({ ...tx, requestKey: null, emit }), happened }
}
