import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { login } from '../features/login/texts.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { sessionQuery } from '../lib/session.ts'
import { Entrance } from '../ui/entrance.tsx'
import { ProblemNotice } from '../ui/problem-notice.tsx'
import { LostRoom } from './lost-room.tsx'
import { Shell } from './shell.tsx'
import { shell } from './texts.ts'

/** Where an address leads nowhere: among the rooms for those who are logged in. */
export function Lost() {
  const t = useTexts(shell)
  const words = useTexts(login)
  const session = useQuery({ ...sessionQuery, enabled: false })
  if (session.data)
    return (
      <Shell>
        <LostRoom />
      </Shell>
    )
  return (
    <Entrance title={t.lost} lead={t.lostLead}>
      <Anchor component={Link} to="/">
        {words.toConsole}
      </Anchor>
    </Entrance>
  )
}

export const Failed = ({ error }: ErrorComponentProps) => (
  <Entrance title={useTexts(shell).failed}>
    <ProblemNotice error={error} onRetry={() => location.reload()} />
  </Entrance>
)
