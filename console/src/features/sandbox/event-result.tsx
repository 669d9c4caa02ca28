import { Stack } from '@mantine/core'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Ltr } from '../../ui/isolated.tsx'
import { Section } from '../../ui/section.tsx'
import { ShownOnce } from '../../ui/shown-once.tsx'
import classes from './sandbox.module.css'
import { sandboxTexts } from './texts.ts'

/** What was caused: the events, in their order, and the records that were made or changed. */
export function EventResult({ caused }: { caused: Returned<'triggerSandboxEvent'> }) {
  const t = useTexts(sandboxTexts)
  return (
    <Stack gap="lg" role="status">
      <Section title={t.caused}>
        <ul className={classes.list}>
          {caused.events.map(({ id, type, asked }) => (
            <li key={id}>
              <Ltr>{type}</Ltr> <Ltr>{id}</Ltr> ({asked ? t.asked : t.ledTo})
            </li>
          ))}
        </ul>
        {caused.token !== null && <ShownOnce label={t.tokenOnce} text={caused.token} />}
      </Section>
      {caused.records.length > 0 && (
        <Section title={t.records}>
          <ul className={classes.list}>
            {caused.records.map(({ kind, id }) => (
              <li key={id}>
                <Ltr>{kind}</Ltr> <Ltr>{id}</Ltr>
              </li>
            ))}
          </ul>
        </Section>
      )}
    </Stack>
  )
}
