import { Button, Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { RunState } from './run-state.tsx'
import { sandboxTexts } from './texts.ts'
import { isUnderWay, useClock } from './use-clock.ts'

/** Brings the clinic back to its beginning. */
export function Reset() {
  const t = useTexts(sandboxTexts)
  const clock = useClock()
  const resetting = useWrite('resetSandboxClinic', { changes: ['getSandboxTime'] })
  const run = clock.data?.run
  return (
    <Section title={t.tabs.reset} lead={t.resetLead}>
      <Stack align="flex-start">
        <Text>{t.stays}</Text>
        {run?.kind === 'RESET' && <RunState run={run} />}
        {run?.kind === 'CLOCK' && clock.data && isUnderWay(clock.data) && <Notice>{t.underWay}</Notice>}
        <Confirm
          trigger={open => (
            <Button color="red" variant="light" onClick={open}>
              {t.reset}
            </Button>
          )}
          title={t.resetTitle}
          deed={t.reset}
          pending={resetting.isPending}
          error={resetting.error}
          own={{ invalid_state_transition: t.underWay }}
          act={() => resetting.mutateAsync({ confirm: 'reset' })}
        >
          {t.resetLead} {t.stays}
        </Confirm>
      </Stack>
    </Section>
  )
}
