import { Button, Stack } from '@mantine/core'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf, type Session } from '../../lib/session.ts'
import { useLogOut } from '../../lib/use-session.ts'
import { Entrance } from '../../ui/entrance.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { login } from './texts.ts'

/** Asks before a session is ended: a link from elsewhere could have led here. */
export function SomebodyElse({ user, onStay }: { user: Session['user']; onStay: () => void }) {
  const t = useTexts(login)
  const { language } = useLanguage()
  const logOut = useLogOut()
  const name = nameOf(language, user)
  return (
    <Entrance title={t.switchTitle} lead={t.switchLead(name)}>
      <Stack>
        <Button onClick={() => logOut.mutate()} loading={logOut.isPending}>
          {t.other}
        </Button>
        <Button variant="default" onClick={onStay}>
          {t.stay(name)}
        </Button>
        <ProblemNotice error={logOut.error} />
      </Stack>
    </Entrance>
  )
}
