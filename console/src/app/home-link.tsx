import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../lib/language-choice.tsx'
import { useClinic } from '../lib/use-session.ts'
import { homeOf } from './home-room.ts'
import { hrefOf } from './rooms.ts'
import { shell } from './texts.ts'

/** From a page that is none to where one begins. */
export function HomeLink() {
  const t = useTexts(shell)
  const clinic = useClinic()
  const home = clinic && homeOf(clinic.role)
  return (
    <Button component={Link} to={clinic && home ? hrefOf(clinic.id, home) : '/'} variant="default" mt="lg">
      {home ? t.goTo(t[home]) : t.chooseTitle}
    </Button>
  )
}
