import { Modal } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { whileWorking } from '../../lib/session-end.ts'
import { useSession } from '../../lib/use-session.ts'
import { login } from './texts.ts'

// What few sessions ever need is no part of the first load.
const Proof = lazy(() => import('./prove-again.tsx').then(({ Proof }) => ({ default: Proof })))

/** Hides what a session showed that is over, and lets through that it is still there. */
const OVERLAY = { backgroundOpacity: 0.7, blur: 12 }

/**
 * Over whatever room the session ended in: the same person logs in again, nothing that was typed is lost, and what was
 * being asked or sent goes on.
 */
export function LogInAgain() {
  const t = useTexts(login)
  const session = useSession()
  const [resume, setResume] = useState<() => void>()
  useEffect(() => {
    let ended: { promise: Promise<void>; resolve: () => void } | undefined
    const over = () => {
      ended?.resolve()
      ended = undefined
      setResume(undefined)
    }
    const away = whileWorking(() => {
      ended ??= Promise.withResolvers<void>()
      setResume(() => over)
      return ended.promise
    })
    return () => {
      away()
      over()
    }
  }, [])
  return (
    <Modal
      opened={resume !== undefined}
      onClose={() => undefined}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
      title={t.endedTitle}
      overlayProps={OVERLAY}
      zIndex={500}
    >
      <Suspense>{resume && <Proof before={session} onProved={resume} />}</Suspense>
    </Modal>
  )
}
