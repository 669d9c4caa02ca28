import { Modal } from '@mantine/core'
import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useRef, useState } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { Dismissed, isProblem } from '../lib/problem.ts'
import { focusBack } from './focus.ts'
import type { Asked } from './step-up-form.tsx'
import { stepUp } from './step-up-texts.ts'
import { ui } from './texts.ts'

// What few sessions ever need is no part of the first load.
const StepUpForm = lazy(() => import('./step-up-form.tsx').then(({ StepUpForm }) => ({ default: StepUpForm })))

/** Asks who one is; `opener` has the focus again when that is over. */
type Confirm = (opener: Element | null) => Promise<void>

const Confirming = createContext<Confirm>(() => Promise.reject(new Dismissed()))

/** Holds the dialog in which one proves again who one is, over whatever room asked for it. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const opener = useRef<Element>(null)
  const confirmIdentity = useCallback<Confirm>(
    from =>
      new Promise<void>((resolve, reject) => {
        opener.current = from
        setAsked({ confirm: resolve, dismiss: () => reject(new Dismissed()) })
      }).finally(() => setAsked(undefined)),
    [],
  )
  return (
    <Confirming value={confirmIdentity}>
      {children}
      <StepUpDialog asked={asked} onClosed={() => isLeftBehind() && focusBack(opener.current)} />
    </Confirming>
  )
}

/**
 * Does what may ask for the password or second factor anew: where it does, the dialog opens, and then it is done again.
 * Rejects with Dismissed where the dialog was closed.
 */
export function useConfirmed() {
  const confirmIdentity = use(Confirming)
  return async function confirmed<Value>(act: () => Promise<Value>, code = 'step_up_required'): Promise<Value> {
    // What is pressed may be out of use, and without the focus, until the answer is there.
    const opener = document.activeElement
    try {
      return await act()
    } catch (error) {
      if (!isProblem(error, code)) throw error
    }
    await confirmIdentity(opener)
    return act()
  }
}

/** Whether the focus is nowhere else: what was confirmed may have opened something that has it. */
const isLeftBehind = (): boolean =>
  document.activeElement === document.body || document.activeElement?.closest('[data-step-up]') !== null

function StepUpDialog({ asked, onClosed }: { asked: Asked | undefined; onClosed: () => void }) {
  const t = useTexts(stepUp)
  const words = useTexts(ui)
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => asked?.dismiss()}
      title={t.title}
      closeButtonProps={{ 'aria-label': words.close }}
      zIndex={400}
      data-step-up
      returnFocus={false}
      onExitTransitionEnd={onClosed}
    >
      <Suspense>{asked && <StepUpForm asked={asked} />}</Suspense>
    </Modal>
  )
}
