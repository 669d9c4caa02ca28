import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { Name } from '../../ui/isolated.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useTellShort } from '../stock/use-short.ts'
import type { ChartItem } from './chart.ts'
import { EditSteps } from './edit-steps.tsx'
import { itemTexts } from './item-texts.ts'
import { chart as chartTexts } from './texts.ts'
import { CHANGES } from './use-moves.ts'

/** In which steps it is done: each is begun, done or left out by itself. */
export function ItemSteps({ item }: { item: ChartItem }) {
  const t = useTexts(itemTexts)
  const [isEditing, setEditing] = useState(false)
  const mayEdit = item.allowed.includes('STEPS')
  return (
    <Stack component="section" gap="sm" aria-label={t.steps}>
      <Title order={3} size="h5">
        {t.steps}
      </Title>
      {isEditing && mayEdit ? (
        <EditSteps key={item.version} item={item} close={() => setEditing(false)} />
      ) : (
        <>
          {item.steps.length === 0 ? <Text c="dimmed">{t.noSteps}</Text> : <Steps steps={item.steps} />}
          {mayEdit && (
            <Group>
              <Button variant="default" onClick={() => setEditing(true)}>
                {t.editSteps}
              </Button>
            </Group>
          )}
        </>
      )}
    </Stack>
  )
}

function Steps({ steps }: Pick<ChartItem, 'steps'>) {
  const t = useTexts(itemTexts)
  return (
    <ol className="rows" aria-label={t.steps}>
      {steps.map(step => (
        <li key={step.id}>
          <Step step={step} />
        </li>
      ))}
    </ol>
  )
}

function Step({ step: { id, name, status, allowed } }: { step: ChartItem['steps'][number] }) {
  const t = useTexts(itemTexts)
  const { statuses } = useTexts(chartTexts)
  const done = useTellShort()
  const starting = useWrite('startTreatmentStep', { changes: CHANGES })
  const completing = useWrite('completeTreatmentStep', { changes: CHANGES, done })
  const leaving = useWrite('rejectTreatmentStep', { changes: CHANGES, done })
  const deeds = [
    ['START', t.start, starting],
    ['COMPLETE', t.done, completing],
    ['REJECT', t.leaveOut, leaving],
  ] as const
  return (
    <>
      <Group justify="space-between" gap="sm">
        <span>
          <Name>{name}</Name> <span className="tag">{statuses[status]}</span>
        </span>
        <Group gap="xs">
          {deeds.map(
            ([deed, label, moving]) =>
              allowed.includes(deed) && (
                <Button
                  key={deed}
                  size="compact-md"
                  variant="default"
                  loading={moving.isPending}
                  onClick={() => moving.mutate({ id })}
                >
                  {label}
                </Button>
              ),
          )}
        </Group>
      </Group>
      <ProblemNotice error={starting.error ?? completing.error ?? leaving.error} />
    </>
  )
}
