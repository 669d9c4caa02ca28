import type { Issue } from '@clinic/contract/errors.ts'
import { type FormEvent, use, useEffect, useRef, useState } from 'react'
import { TypedMeanwhile } from '../ui/as-opened.tsx'
import { useUnsaved } from '../ui/unsaved.tsx'
import { issuesIn, KeptTheirs } from './problem.ts'

/** A field with an error; some components mark what stands around it as well. */
const WRONG = [
  ...['input', 'select', 'textarea'].map(tag => `${tag}[aria-invalid="true"]`),
  '[data-wrong="true"] input',
].join()

interface Forming<Values, Answer> {
  /** What stands in the form at first, or is saved already. */
  initial: Values
  /** Every problem, by the contract's own validators; nothing is sent while there is one. */
  check: (values: Values) => readonly Issue[]
  /** Sends what was entered. What the server finds fault with is shown at its field. */
  send: (values: Values) => Promise<Answer>
  /** What stands in the form though the person typed none of it, besides what stands there at first. */
  given?: (values: Values) => Partial<Values>
  /** Leaves the form for another room, once it is no longer half edited. */
  leave?: (answer: Answer) => void
}

/**
 * A form: what is wrong is said at its field, and the first such field takes the focus; leaving it half edited asks. What
 * was entered stays until the form is shown anew, and what is typed while it is being saved stays then as well.
 */
export function useForm<Values extends object, Answer = unknown>({
  initial,
  check,
  send,
  given,
  leave,
}: Forming<Values, Answer>) {
  const meanwhile = use(TypedMeanwhile)
  const [values, setValues] = useState<Values>(() => ({ ...initial, ...meanwhile?.current }))
  const [issues, setIssues] = useState<readonly Issue[]>([])
  const [error, setError] = useState<unknown>(null)
  const [pending, setPending] = useState(false)
  const [isSent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const edited = JSON.stringify(values) !== JSON.stringify({ ...initial, ...given?.(values) })
  const unmark = useUnsaved(edited && !isSent, pending)
  useEffect(() => {
    if (meanwhile) meanwhile.current = undefined
  }, [meanwhile])
  useEffect(() => {
    if (issues.length > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus()
  }, [issues])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (pending) return
    const found = check(values)
    setIssues(found)
    setError(null)
    if (found.length > 0) return
    setPending(true)
    try {
      const answer = await send(values)
      unmark()
      setSent(true)
      leave?.(answer)
    } catch (problem) {
      if (meanwhile) meanwhile.current = undefined
      if (problem instanceof KeptTheirs) unmark()
      setError(problem)
      setIssues(issuesIn(problem))
    } finally {
      setPending(false)
    }
  }
  return {
    ...{ values, issues, error, pending, edited },
    set: (changes: Partial<Values>) => {
      setSent(false)
      if (pending && meanwhile) meanwhile.current = { ...meanwhile.current, ...changes }
      setValues(before => ({ ...before, ...changes }))
    },
    /** The first problem at a place, or below it. */
    issueAt: (path: string) => issues.find(issue => issue.path === path || issue.path.startsWith(`${path}/`)),
    reset: () => setValues(initial),
    /** What the `<form>` takes. */
    props: { ref: form, onSubmit: (event: FormEvent) => void submit(event), noValidate: true },
  }
}
