import type { NoteField } from '@clinic/contract/staff/note-fields.ts'
import { fieldsIn, type Note, pick, type Texts, type Typed, textsOf, without } from './note.ts'

/** What another wrote into fields in which something is typed here. */
export interface Clash {
  by: string | null
  at: string
  theirs: Typed
}

/** A note as it is saved, what is typed and not saved, and what of that another has written meanwhile. */
export interface DraftState {
  base: { texts: Texts; version: number; at: string }
  typed: Typed
  clash?: Clash | undefined
  isSaving: boolean
  /** Why it could not be saved. */
  trouble?: unknown
  failures: number
}

type Saved = Parameters<typeof textsOf>[0] & Pick<Note, 'version' | 'savedAt'>
const baseOf = (note: Saved): DraftState['base'] => ({
  ...{ texts: textsOf(note), version: note.version, at: note.savedAt },
})

export const begun = (note: Note): DraftState => ({ base: baseOf(note), typed: {}, isSaving: false, failures: 0 })

export const written = (state: DraftState, field: NoteField, text: string): DraftState => ({
  ...state,
  typed: text === state.base.texts[field] ? without(state.typed, [field]) : { ...state.typed, [field]: text },
})

/** What of the typed may be saved: where another wrote too, the person decides first. */
export const sendable = ({ typed, clash }: DraftState): Typed => without(typed, fieldsIn(clash?.theirs ?? {}))

/** What was typed on while it was saved is not saved. */
export function saved(state: DraftState, note: Saved, sent: Typed): DraftState {
  const done = fieldsIn(sent).filter(field => state.typed[field] === sent[field])
  return { ...state, base: baseOf(note), typed: without(state.typed, done), trouble: undefined, failures: 0 }
}

export const failed = (state: DraftState, trouble: unknown): DraftState => ({
  ...state,
  trouble,
  failures: state.failures + 1,
})

/** What another saved is taken over, but where something else is typed here: that is shown beside it. */
export function taken(state: DraftState, note: Note): DraftState {
  if (state.isSaving || note.version <= state.base.version) return state
  const next = baseOf(note)
  const both = fieldsIn(state.typed).filter(field => next.texts[field] !== state.base.texts[field])
  const same = both.filter(field => next.texts[field] === state.typed[field])
  const other = both.filter(field => !same.includes(field))
  const theirs = { ...state.clash?.theirs, ...pick(next.texts, other) }
  const clash = other.length > 0 ? { by: note.savedBy, at: note.savedAt, theirs } : state.clash
  return { ...state, base: next, typed: without(state.typed, same), clash }
}

export type Choice = 'mine' | 'theirs' | 'both'

export function decided(state: DraftState, field: NoteField, choice: Choice): DraftState {
  const { clash, typed } = state
  const own = { mine: typed, theirs: without(typed, [field]), both: joined(typed, field, clash?.theirs[field]) }
  const left = without(clash?.theirs ?? {}, [field])
  return {
    ...state,
    typed: own[choice],
    clash: clash && fieldsIn(left).length > 0 ? { ...clash, theirs: left } : undefined,
  }
}

const joined = (typed: Typed, field: NoteField, theirs: string | undefined): Typed => ({
  ...typed,
  [field]: [theirs, typed[field]].filter(Boolean).join('\n'),
})
