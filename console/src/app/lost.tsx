import { Anchor } from '@mantine/core'
import { type ErrorComponentProps, Link } from '@tanstack/react-router'
import { login } from '../features/login/texts.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { Entrance } from '../ui/entrance.tsx'
import { ProblemNotice } from '../ui/problem-notice.tsx'
import { shell } from './texts.ts'

export const Lost = () => (
  <Entrance title={useTexts(shell).lost}>
    <Anchor component={Link} to="/">
      {useTexts(login).toConsole}
    </Anchor>
  </Entrance>
)

export const Failed = ({ error }: ErrorComponentProps) => (
  <Entrance title={useTexts(shell).failed}>
    <ProblemNotice error={error} onRetry={() => location.reload()} />
  </Entrance>
)
