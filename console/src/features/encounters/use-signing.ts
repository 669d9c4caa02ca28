import { useEffect, useRef, useState } from 'react'
import { useClinicApi, useForget } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { conflictIn } from '../../lib/problem.ts'
import { say } from '../../ui/toast.ts'
import type { Note } from './note.ts'
import { encounters } from './texts.ts'
import type { Draft } from './use-draft.ts'

/** Signs the note as it stands here, once all of it is saved: what another changed meanwhile is read before. */
export function useSigning({ id }: Note, draft: Draft, may: boolean) {
  const t = useTexts(encounters)
  const { ask } = useClinicApi()
  const forget = useForget()
  const [error, setError] = useState<unknown>()
  const [isPending, setIsPending] = useState(false)
  const [isBehind, setIsBehind] = useState(false)

  async function sign(): Promise<void> {
    if (!may || isPending) return
    setIsPending(true)
    setError(undefined)
    setIsBehind(false)
    try {
      const version = await draft.save()
      if (version === undefined) return
      // The same note is signed once, however often it is tried.
      await ask('signEncounter', { id }, undefined, { key: `sign ${id} ${version}`, version })
      say(t.done)
      await forget('getEncounterNote', 'getPatientTimeline')
    } catch (failed) {
      if (conflictIn(failed)) {
        setIsBehind(true)
        await forget('getEncounterNote')
      } else setError(failed)
    } finally {
      setIsPending(false)
    }
  }

  const latest = useRef(sign)
  useEffect(() => {
    latest.current = sign
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      void latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
  return { sign, error, isPending, isBehind }
}
