import { Text } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './sandbox.module.css'
import { sandboxTexts } from './texts.ts'

type Run = NonNullable<Returned<'getSandboxTime'>['run']>

/** How a move of the clock, or a reset, comes on, or what came of it. */
export function RunState({ run }: { run: Run }) {
  const t = useTexts(sandboxTexts)
  if (run.state === 'FAILED') return <Notice tone="warn">{t.failed}</Notice>
  if (run.state !== 'DONE')
    return (
      <div role="status">
        <Text size="sm" mb={6}>
          {t.progress}
        </Text>
        <progress className={classes.progress} max={1} value={run.progress} aria-label={t.progress} />
      </div>
    )
  if (run.kind === 'RESET') return <Notice tone="done">{t.resetDone}</Notice>
  return (
    <Notice tone="done">
      {t.moved}. {t.movedLead(run.jobs, run.events)} {run.failedJobs > 0 && t.failedJobs(run.failedJobs)}
    </Notice>
  )
}
