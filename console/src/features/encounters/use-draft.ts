import type { NoteField } from '@clinic/contract/staff/note-fields.ts'
import { useEffect, useRef, useState } from 'react'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { conflictIn } from '../../lib/problem.ts'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { begun, type Choice, type DraftState, decided, failed, saved, sendable, taken, written } from './draft-state.ts'
import { fieldsIn, inputOf, type Note, type Texts } from './note.ts'

const PAUSE_MS = 2000
const AGAIN_MS = 5000

/**
 * The note as it is typed: saved two seconds after typing stops, kept here where it cannot be, and never over what another
 * has written meanwhile.
 */
export function useDraft(note: Note) {
  const { state, change, send } = useSending(note)
  const underWay = useRef<Promise<DraftState>>(undefined)
  const toSend = JSON.stringify(sendable(state))
  const isTyped = fieldsIn(state.typed).length > 0
  useUnsaved(isTyped)
  const { isSaving } = state
  useEffect(() => {
    if (!isSaving) change(now => taken(now, note))
  }, [note, isSaving, change])

  /** Saves what is typed, after what is under way. Answers the version that is saved; none where not all is. */
  async function save(): Promise<number | undefined> {
    await underWay.current
    underWay.current = send()
    const { typed, base } = await underWay.current
    return fieldsIn(typed).length === 0 ? base.version : undefined
  }
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    if (toSend === '{}') return
    const timer = setTimeout(() => void latest.current(), state.failures > 0 ? AGAIN_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [toSend, state.failures])

  return {
    ...{ texts: { ...state.base.texts, ...state.typed } satisfies Texts, isTyped, save },
    ...{ clash: state.clash, isSaving, at: state.base.at },
    trouble: isTyped ? state.trouble : undefined,
    write: (field: NoteField, text: string) => change(now => written(now, field, text)),
    decide: (field: NoteField, choice: Choice) => change(now => decided(now, field, choice)),
  }
}

export type Draft = ReturnType<typeof useDraft>

function useSending(note: Note) {
  const { ask } = useClinicApi()
  const forget = useForget()
  const [state, setState] = useState(() => begun(note))
  const latest = useRef(state)
  // What is changed while something is on its way is seen there, before it is drawn.
  const [change] = useState(() => (how: (now: DraftState) => DraftState) => {
    latest.current = how(latest.current)
    setState(latest.current)
  })
  async function send(): Promise<DraftState> {
    const sent = sendable(latest.current)
    if (fieldsIn(sent).length === 0) return latest.current
    change(now => ({ ...now, isSaving: true }))
    try {
      const { version } = latest.current.base
      const answer = await ask('saveEncounterDraft', inputOf(note.id, sent), undefined, { version })
      change(now => saved(now, answer, sent))
    } catch (error) {
      if (conflictIn(error)) await forget('getEncounterNote')
      else change(now => failed(now, error))
    }
    change(now => ({ ...now, isSaving: false }))
    return latest.current
  }
  return { state, change, send }
}
