import { Button, Loader, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { pendingReturn, takeReturn } from '../../lib/oauth-return.ts'
import { adoptPreferences } from '../../lib/preferences.ts'
import { isProblem } from '../../lib/problem.ts'
import { type Session, sessionQuery } from '../../lib/session.ts'
import { Entrance } from '../../ui/entrance.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loading } from '../../ui/states.tsx'
import { CodeForm } from './code-form.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { returnPlace, safeBack } from './place.ts'
import { SomebodyElse } from './somebody-else.tsx'
import { login } from './texts.ts'

/**
 * E-mail and password, then the second factor where there is one, then on: to the assistant's connection that sent the
 * doctor here, or to the page that asked for the login.
 */
export function LoginPage() {
  const t = useTexts(login)
  const client = useQueryClient()
  const session = useQuery({ ...sessionQuery, retry: false, staleTime: 0 })
  const [connecting] = useState(() => pendingReturn(returnPlace()) !== undefined)
  const { ended, step_up, switch: switching } = useSearch({ from: '/login' })
  const [confirmed, setConfirmed] = useState(false)
  const [staying, setStaying] = useState(false)
  const restart = () => client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  if (session.data && switching && !staying)
    return <SomebodyElse user={session.data.user} onStay={() => setStaying(true)} />
  if (session.data?.user.secondFactorEnrolled && step_up !== undefined && !confirmed)
    return <CodeForm confirming onDone={() => setConfirmed(true)} />
  if (session.data) return <Onward session={session.data} />
  if (isProblem(session.error, 'second_factor_required')) return <CodeForm onDone={restart} />
  if (session.isPending)
    return (
      <Entrance title={t.title}>
        <Loading rows={1} />
      </Entrance>
    )
  return (
    <Entrance title={t.title} lead={connecting ? undefined : t.lead}>
      <Stack gap="lg" mt={connecting ? 'md' : 0}>
        {connecting && <Notice>{t.connecting}</Notice>}
        {!connecting && ended && <Notice tone="warn">{t.ended}</Notice>}
        {!isProblem(session.error, 'unauthenticated') && (
          <ProblemNotice error={session.error} onRetry={() => void restart()} />
        )}
        <CredentialsForm onDone={restart} />
      </Stack>
    </Entrance>
  )
}

/** Leaves: by a navigation of the page itself, so that the session cookie, which is Strict, goes along. */
function Onward({ session }: { session: Session }) {
  const t = useTexts(login)
  const navigate = useNavigate()
  const { choose } = useLanguage()
  const { back } = useSearch({ from: '/login' })
  const [circle, setCircle] = useState<string>()
  const left = useRef(false)
  useEffect(() => {
    if (left.current) return
    left.current = true
    adoptPreferences(session.user)
    if (session.user.language) choose(session.user.language)
    const onward = takeReturn(returnPlace())
    if (onward?.again) setCircle(onward.target)
    else if (onward) location.assign(onward.target)
    else void navigate({ to: safeBack(back), replace: true })
  }, [session, back, navigate, choose])
  if (circle === undefined)
    return (
      <Entrance title={t.leaving} lead={t.leavingLead}>
        <Loader aria-hidden />
      </Entrance>
    )
  return (
    <Entrance title={t.leaving}>
      <Stack mt="md">
        <Text>{t.again}</Text>
        <Button onClick={() => location.assign(circle)}>{t.goOn}</Button>
        <Button variant="default" onClick={() => void navigate({ to: '/' })}>
          {t.toConsole}
        </Button>
      </Stack>
    </Entrance>
  )
}
