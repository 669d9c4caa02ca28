import { Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTexts } from '../lib/language-choice.tsx'
import { Dismissed, isProblem, OtherClinic, Problem, retryAfterSeconds, Unreachable } from '../lib/problem.ts'
import { Ltr } from './isolated.tsx'
import { ui } from './texts.ts'

/** What to say of an error, in the reader's language; `own` are the room's words for codes that it knows better. */
export function useSentence(): (error: unknown, own?: Readonly<Record<string, string>>) => string {
  const t = useTexts(ui)
  return (error, own = {}) => {
    if (error instanceof Unreachable) return t.problems.unreachable
    if (error instanceof OtherClinic) return t.problems.other_clinic
    if (!isProblem(error)) return t.problems.internal_error
    const known = new Map<string, string>([...Object.entries(t.problems), ...Object.entries(own)])
    const seconds = retryAfterSeconds(error)
    const sentence = known.get(error.code) ?? t.problems.other
    return seconds === undefined ? sentence : `${sentence} ${t.inSeconds(seconds)}`
  }
}

interface ProblemNoticeProps {
  error: unknown
  own?: Readonly<Record<string, string>>
  onRetry?: () => void
}

/** An error where it happened: what it means, what can be done, and the number that support asks for. */
export function ProblemNotice({ error, own, onRetry }: ProblemNoticeProps) {
  const t = useTexts(ui)
  const sentence = useSentence()
  if (error === null || error === undefined || error instanceof Dismissed) return null
  return (
    <div className="notice" data-tone="danger" role="alert">
      <IconAlertTriangle size={20} aria-hidden />
      <Stack gap={6} flex={1}>
        <Text inherit>{sentence(error, own)}</Text>
        {error instanceof Problem && error.status >= 500 && error.requestId !== '' && (
          <Text size="xs" inherit>
            {t.requestId} <Ltr>{error.requestId}</Ltr>
          </Text>
        )}
        {onRetry && (
          <Group>
            <Button size="compact-sm" variant="default" onClick={onRetry}>
              {t.retry}
            </Button>
          </Group>
        )}
      </Stack>
    </div>
  )
}
