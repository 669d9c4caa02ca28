import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { TypedInto } from './as-opened.tsx'
import { ui } from './texts.ts'

interface Unsaved {
  /** Says whether the form of this name is half edited, and whether it is in what opens beside the room. */
  mark(form: string, edited: boolean, isBeside: boolean): void
  /** Whether nothing is lost by leaving, or the person says that it may be. */
  mayLeave(): Promise<boolean>
}

const Forms = createContext<Unsaved>({ mark: () => undefined, mayLeave: () => Promise.resolve(true) })

const Beside = createContext(false)

/** The forms in what opens beside the room: they are left when it is closed. */
export const BesideRoom = ({ children }: { children: ReactNode }) => <Beside value={true}>{children}</Beside>

/** What in an address says what is open beside the room. */
const OPENED = ['open', 'book'] as const

/** Whether an address closes what is open at another. */
function isClosed(current: object, next: object): boolean {
  const [before, after] = [new Map(Object.entries(current)), new Map(Object.entries(next))]
  return OPENED.some(name => before.has(name) && before.get(name) !== after.get(name))
}

/** Asks before a form that is half edited is left: by a link, the way back, a reload, another clinic, or by closing where it is. */
export function UnsavedProvider({ children }: { children: ReactNode }) {
  const edited = useRef(new Map<string, boolean>())
  const [decide, setDecide] = useState<(leave: boolean) => void>()
  const asked = useRef<(leave: boolean) => void>(undefined)
  const ask = useCallback(async (forms: readonly string[]) => {
    if (forms.length === 0) return true
    // Who wants to leave once more has not answered the first question.
    asked.current?.(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    asked.current = resolve
    setDecide(() => resolve)
    const leave = await promise
    if (asked.current === resolve) setDecide(undefined)
    if (leave) for (const form of forms) edited.current.delete(form)
    return leave
  }, [])
  const mayLeave = useCallback(() => ask([...edited.current.keys()]), [ask])
  const mark = useCallback((form: string, isEdited: boolean, isBeside: boolean) => {
    if (isEdited) edited.current.set(form, isBeside)
    else edited.current.delete(form)
  }, [])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname !== next.pathname) return !(await mayLeave())
      if (!isClosed(current.search, next.search)) return false
      return !(await ask([...edited.current].flatMap(([form, isBeside]) => (isBeside ? [form] : []))))
    },
    enableBeforeUnload: () => edited.current.size > 0,
  })
  const forms = useMemo(() => ({ mark, mayLeave }), [mark, mayLeave])
  return (
    <Forms value={forms}>
      {children}
      <LeaveDialog decide={decide} />
    </Forms>
  )
}

/** Whether what is open may be left. */
export const useMayLeave = (): Unsaved['mayLeave'] => use(Forms).mayLeave

/**
 * Has it asked before this form is left while it is half edited; answers what says that it is so no more. What is being
 * sent may close what opened beside the room with it.
 */
export function useUnsaved(edited: boolean, pending = false): () => void {
  const form = useId()
  const { mark } = use(Forms)
  const typed = use(TypedInto)
  const isBeside = use(Beside) && !pending
  useEffect(() => {
    mark(form, edited, isBeside)
    typed(edited)
    return () => mark(form, false, isBeside)
  }, [mark, form, edited, isBeside, typed])
  return useCallback(() => {
    mark(form, false, isBeside)
    typed(false)
  }, [mark, form, isBeside, typed])
}

/** The same for a form that keeps what is typed itself: what it has to listen to. */
export function useUnsavedForm() {
  const [edited, setEdited] = useState(false)
  useUnsaved(edited)
  return { onInput: () => setEdited(true), onReset: () => setEdited(false) }
}

function LeaveDialog({ decide }: { decide: ((leave: boolean) => void) | undefined }) {
  const t = useTexts(ui)
  return (
    <Modal
      opened={decide !== undefined}
      onClose={() => decide?.(false)}
      title={t.leaveTitle}
      closeButtonProps={{ 'aria-label': t.close }}
      zIndex={300}
    >
      <Stack>
        <Text>{t.leaveLead}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => decide?.(false)} data-autofocus>
            {t.stay}
          </Button>
          <Button color="red" onClick={() => decide?.(true)}>
            {t.leave}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
