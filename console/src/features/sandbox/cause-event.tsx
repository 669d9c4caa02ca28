import { Button, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { useId, useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Loaded } from '../../ui/states.tsx'
import { EventFields } from './event-fields.tsx'
import { EventResult } from './event-result.tsx'
import { type EventType, setOf, type Typed } from './event-set.ts'
import { familyTexts } from './family-texts.ts'
import classes from './sandbox.module.css'
import { sandboxTexts } from './texts.ts'

type TriggerType = Input<'triggerSandboxEvent'>['type']

/** Causes an event, as the clinic, its patients or its providers would. */
export function CauseEvent() {
  const types = useReadAll('listSandboxEventTypes', {})
  return <Loaded query={types}>{data => <Cause types={data} />}</Loaded>
}

function Cause({ types }: { types: readonly EventType[] }) {
  const t = useTexts(sandboxTexts)
  const [type, setType] = useState('appointment.created')
  const [caused, setCaused] = useState<Returned<'triggerSandboxEvent'>>()
  const chosen = types.find(one => one.type === type)
  return (
    <Stack gap="lg">
      <section className="card" aria-label={t.tabs.event}>
        <Stack>
          <TypeChoice types={types} type={type} onChoose={setType} />
          {chosen && <Wish key={type} chosen={chosen} onCaused={setCaused} />}
        </Stack>
      </section>
      {caused && <EventResult caused={caused} />}
    </Stack>
  )
}

interface TypeChoiceProps {
  types: readonly EventType[]
  type: string
  onChoose: (type: string) => void
}

const familyOf = (type: string): string => type.split('.')[0] ?? ''

function TypeChoice({ types, type, onChoose }: TypeChoiceProps) {
  const t = useTexts(sandboxTexts)
  const names = new Map<string, string>(Object.entries(useTexts(familyTexts)))
  const groups = [...Map.groupBy(types, one => familyOf(one.type))]
  return (
    <NativeSelect
      label={t.event}
      size="md"
      dir="auto"
      value={type}
      onChange={event => onChoose(event.currentTarget.value)}
    >
      {groups.map(([family, some]) => (
        <optgroup key={family} label={names.get(family) ?? family}>
          {some.map(one => (
            <option key={one.type} value={one.type}>
              {one.type}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  )
}

interface WishProps {
  chosen: EventType
  onCaused: (caused: Returned<'triggerSandboxEvent'>) => void
}

const isTriggerType = (type: string, { type: known }: EventType): type is TriggerType => type === known

function Wish({ chosen, onCaused }: WishProps) {
  const t = useTexts(sandboxTexts)
  const sentence = useIssueSentence()
  const id = useId()
  const causing = useWrite('triggerSandboxEvent', { changes: ['getSandboxTime'] })
  const form = useForm<{ set: Typed; times: string }>({
    initial: { set: {}, times: '1' },
    check: ({ times }) =>
      /^([1-9]|1\d|20)$/.test(times) ? [] : [{ path: '/times', code: 'out_of_range', message: 'must be from 1 to 20' }],
    send: async ({ set, times }) => {
      const { type } = chosen
      if (isTriggerType(type, chosen))
        onCaused(await causing.mutateAsync({ type, set: setOf(chosen.fields, set), times: Number(times) }))
    },
  })
  const timesIssue = form.issueAt('/times')
  return (
    <form {...form.props} aria-label={t.fields}>
      <Stack>
        {chosen.fields.length > 0 && (
          <div>
            <Title order={2} size="h5" id={id}>
              {t.fields}
            </Title>
            <Text c="dimmed" size="sm">
              {t.fieldsLead}
            </Text>
          </div>
        )}
        <EventFields
          fields={chosen.fields}
          values={form.values.set}
          errorAt={name => {
            const issue = form.issueAt(`/set/${name}`)
            return issue && sentence(issue)
          }}
          onChange={set => form.set({ set })}
        />
        <div className={classes.fields}>
          <TextInput
            label={t.times}
            inputMode="numeric"
            dir="ltr"
            value={form.values.times}
            error={timesIssue && t.number}
            onChange={event => form.set({ times: event.currentTarget.value })}
          />
        </div>
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.cause}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
