import type { NoteField } from '@clinic/contract/staff/note-fields.ts'
import { useEffect, useRef, useState } from 'react'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { conflictIn } from '../../lib/problem.ts'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { fieldsIn, inputOf, type Note, pick, type Texts, type Typed, textsOf, without } from './note.ts'

const PAUSE_MS = 2000
const AGAIN_MS = 5000

/** What another wrote into fields in which something is typed here. */
export interface Clash {
  by: string | null
  at: string
  theirs: Typed
}

interface Base {
  texts: Texts
  version: number
  at: string
}
const baseOf = (note: Parameters<typeof textsOf>[0] & { version: number; savedAt: string }): Base => ({
  ...{ texts: textsOf(note), version: note.version, at: note.savedAt },
})

/**
 * The note as it is typed: saved two seconds after typing stops, kept here where it cannot be, and never over what another
 * has written meanwhile.
 */
export function useDraft(note: Note) {
  const { id } = note
  const { ask } = useClinicApi()
  const forget = useForget()
  const [base, setBase] = useState(() => baseOf(note))
  const [typed, setTyped] = useState<Typed>({})
  const [clash, setClash] = useState<Clash>()
  const [isSaving, setIsSaving] = useState(false)
  const [trouble, setTrouble] = useState<unknown>()
  const [failures, setFailures] = useState(0)
  const latest = useRef({ base, typed, clash })
  useEffect(() => {
    latest.current = { base, typed, clash }
  })
  const underWay = useRef<Promise<void>>(undefined)
  useUnsaved(fieldsIn(typed).length > 0)

  // What another saved is taken over, and where something is typed here, it is the person who decides.
  useEffect(() => {
    const { base: before, typed: own } = latest.current
    if (isSaving || note.version <= before.version) return
    const next = baseOf(note)
    const both = fieldsIn(own).filter(field => next.texts[field] !== before.texts[field])
    const [same, other] = [true, false].map(is => both.filter(field => (next.texts[field] === own[field]) === is))
    latest.current = { ...latest.current, base: next }
    setBase(next)
    setTyped(now => without(now, same ?? []))
    if (other && other.length > 0)
      setClash(now => ({
        ...{ by: note.savedBy, at: note.savedAt },
        theirs: { ...now?.theirs, ...pick(next.texts, other) },
      }))
  }, [note, isSaving])

  async function send(): Promise<void> {
    const now = latest.current
    const sent = without(now.typed, fieldsIn(now.clash?.theirs ?? {}))
    if (fieldsIn(sent).length === 0) return
    setIsSaving(true)
    try {
      const saved = baseOf(await ask('saveEncounterDraft', inputOf(id, sent), undefined, { version: now.base.version }))
      const isStill = (field: NoteField, current: Typed) => current[field] === sent[field]
      const left = (current: Typed) =>
        without(
          current,
          fieldsIn(sent).filter(field => isStill(field, current)),
        )
      latest.current = { ...latest.current, base: saved, typed: left(latest.current.typed) }
      setBase(saved)
      setTyped(left)
      setTrouble(undefined)
      setFailures(0)
    } catch (error) {
      if (conflictIn(error)) await forget('getEncounterNote')
      else {
        setTrouble(error)
        setFailures(count => count + 1)
      }
    } finally {
      setIsSaving(false)
    }
  }

  /** Saves what is typed; what is under way is waited for. Answers the version that is saved; none where not all is. */
  async function save(): Promise<number | undefined> {
    await underWay.current
    underWay.current = send()
    await underWay.current
    return fieldsIn(latest.current.typed).length === 0 ? latest.current.base.version : undefined
  }

  const saving = useRef(save)
  useEffect(() => {
    saving.current = save
  })
  const toSend = JSON.stringify(without(typed, fieldsIn(clash?.theirs ?? {})))
  useEffect(() => {
    if (toSend === '{}') return
    const timer = setTimeout(() => void saving.current(), failures > 0 ? AGAIN_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [toSend, failures])

  const write = (field: NoteField, text: string) =>
    setTyped(now => (text === base.texts[field] ? without(now, [field]) : { ...now, [field]: text }))
  const decide = (field: NoteField, choice: 'mine' | 'theirs' | 'both') => {
    const theirs = clash?.theirs[field] ?? ''
    if (choice === 'theirs') setTyped(now => without(now, [field]))
    if (choice === 'both') setTyped(now => ({ ...now, [field]: [theirs, now[field]].filter(Boolean).join('\n') }))
    const left = without(clash?.theirs ?? {}, [field])
    setClash(clash && fieldsIn(left).length > 0 ? { ...clash, theirs: left } : undefined)
  }
  const texts: Texts = { ...base.texts, ...typed }
  const isTyped = fieldsIn(typed).length > 0
  return { texts, write, save, clash, decide, isSaving, isTyped, trouble: isTyped ? trouble : undefined, at: base.at }
}

export type Draft = ReturnType<typeof useDraft>
