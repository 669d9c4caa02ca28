import { Modal } from '@mantine/core'
import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { Dismissed, isProblem } from '../lib/problem.ts'
import type { Asked } from './step-up-form.tsx'
import { stepUp } from './step-up-texts.ts'
import { ui } from './texts.ts'

// What few sessions ever need is no part of the first load.
const StepUpForm = lazy(() => import('./step-up-form.tsx').then(({ StepUpForm }) => ({ default: StepUpForm })))

const Confirming = createContext<() => Promise<void>>(() => Promise.reject(new Dismissed()))

/** Holds the dialog in which one proves again who one is, over whatever room asked for it. */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const confirmIdentity = useCallback(
    () =>
      new Promise<void>((resolve, reject) => {
        setAsked({ confirm: resolve, dismiss: () => reject(new Dismissed()) })
      }).finally(() => setAsked(undefined)),
    [],
  )
  return (
    <Confirming value={confirmIdentity}>
      {children}
      <StepUpDialog asked={asked} />
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
    try {
      return await act()
    } catch (error) {
      if (!isProblem(error, code)) throw error
    }
    await confirmIdentity()
    return act()
  }
}

function StepUpDialog({ asked }: { asked: Asked | undefined }) {
  const t = useTexts(stepUp)
  const words = useTexts(ui)
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => asked?.dismiss()}
      title={t.title}
      closeButtonProps={{ 'aria-label': words.close }}
      zIndex={400}
    >
      <Suspense>{asked && <StepUpForm asked={asked} />}</Suspense>
    </Modal>
  )
}
