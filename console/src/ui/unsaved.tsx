import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { createContext, type ReactNode, use, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { ui } from './texts.ts'

interface Unsaved {
  /** Says whether the form of this name is half edited. */
  mark(form: string, edited: boolean): void
  /** Whether nothing is lost by leaving, or the person says that it may be. */
  mayLeave(): Promise<boolean>
}

const Forms = createContext<Unsaved>({ mark: () => undefined, mayLeave: () => Promise.resolve(true) })

/** Asks before a form that is half edited is left, by a link, the way back, a reload or another clinic. */
export function UnsavedProvider({ children }: { children: ReactNode }) {
  const edited = useRef(new Set<string>())
  const [decide, setDecide] = useState<(leave: boolean) => void>()
  const asked = useRef<(leave: boolean) => void>(undefined)
  const mayLeave = useCallback(async () => {
    if (edited.current.size === 0) return true
    // Who wants to leave once more has not answered the first question.
    asked.current?.(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    asked.current = resolve
    setDecide(() => resolve)
    const leave = await promise
    if (asked.current === resolve) setDecide(undefined)
    if (leave) edited.current.clear()
    return leave
  }, [])
  const mark = useCallback((form: string, isEdited: boolean) => {
    if (isEdited) edited.current.add(form)
    else edited.current.delete(form)
  }, [])
  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && !(await mayLeave()),
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

/** Has it asked before this form is left while it is half edited; answers what says that it is so no more. */
export function useUnsaved(edited: boolean): () => void {
  const form = useId()
  const { mark } = use(Forms)
  useEffect(() => {
    mark(form, edited)
    return () => mark(form, false)
  }, [mark, form, edited])
  return useCallback(() => mark(form, false), [mark, form])
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
