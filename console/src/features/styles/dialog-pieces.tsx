import { Button, Group, Stack } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { useDecide } from '../../ui/conflict.tsx'
import { Section } from '../../ui/section.tsx'
import { complain, say } from '../../ui/toast.ts'
import { offerUndo } from '../../ui/undo.tsx'
import { ruleTexts } from './rule-texts.ts'
import { sampleTexts } from './sample-texts.ts'

export function DialogPieces() {
  const t = useTexts(ruleTexts)
  const sample = useTexts(sampleTexts)
  return (
    <Stack gap="lg">
      <Section title={t.confirmTitle} lead={t.confirmRule}>
        <Group>
          <Confirm
            trigger={open => (
              <Button color="red" variant="light" onClick={open}>
                {sample.remove}
              </Button>
            )}
            title={sample.removeTitle}
            deed={sample.remove}
            pending={false}
            error={null}
            act={async () => say(sample.removed)}
          >
            {sample.removeLead}
          </Confirm>
          <Button
            variant="default"
            onClick={() => offerUndo({ message: sample.done, undo: () => say(sample.doneAgain) })}
          >
            {sample.tick(1)}
          </Button>
        </Group>
      </Section>
      <Section title={t.conflictTitle} lead={t.conflictRule}>
        <ConflictSample />
      </Section>
      <Section title={t.toastTitle} lead={t.toastRule}>
        <Group>
          <Button variant="default" onClick={() => say(sample.saved)}>
            {sample.save}
          </Button>
          <Button variant="default" onClick={() => complain(sample.fails)}>
            {sample.failing}
          </Button>
        </Group>
      </Section>
    </Stack>
  )
}

function ConflictSample() {
  const t = useTexts(sampleTexts)
  const decide = useDecide()
  const conflict = {
    version: 4,
    by: { kind: 'staff', name: t.clinician },
    at: '2026-11-24T07:02:00.000Z',
    changes: [
      { field: 'start', from: '11:00', to: '11:30' },
      { field: 'room', from: null, to: '2' },
    ],
  }
  const save = () =>
    decide(conflict, { fields: { start: t.start, room: t.room } }).then(
      decision => say(decision === 'mine' ? t.mine : t.theirs),
      () => undefined,
    )
  return (
    <Button variant="default" onClick={() => void save()}>
      {t.conflict}
    </Button>
  )
}
