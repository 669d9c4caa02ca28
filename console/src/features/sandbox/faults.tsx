import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { IconPuzzle } from '@tabler/icons-react'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useRead, useReadAll } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Anew } from '../../ui/as-opened.tsx'
import { Moment } from '../../ui/isolated.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useLocalized } from '../plugins/localized.ts'
import {
  type Draft,
  draftOf,
  type FaultName,
  type FaultSwitch,
  faultIssues,
  OF_DELIVERIES,
  OF_REQUESTS,
  wishOf,
} from './fault-draft.ts'
import classes from './sandbox.module.css'
import { sandboxTexts } from './texts.ts'

type Faults = Returned<'getPluginFaults'>

/** Lets things go wrong for one plugin on purpose. */
export function Faults() {
  const t = useTexts(sandboxTexts)
  const localized = useLocalized()
  const plugins = useReadAll('listInstalledPlugins', {})
  const [chosen, setChosen] = useState('')
  return (
    <Loaded query={plugins}>
      {list =>
        list.length === 0 ? (
          <Empty icon={<IconPuzzle size={26} />} title={t.noPlugin}>
            {t.noPluginLead}
          </Empty>
        ) : (
          <Section title={t.tabs.faults} lead={t.faultsLead}>
            <Stack>
              <NativeSelect
                size="md"
                label={t.plugin}
                maw={420}
                data={list.map(({ id, name }) => ({ value: id, label: localized(name) }))}
                value={chosen || list[0]?.id}
                onChange={event => setChosen(event.currentTarget.value)}
              />
              <OfPlugin key={chosen} id={chosen || (list[0]?.id ?? '')} />
            </Stack>
          </Section>
        )
      }
    </Loaded>
  )
}

function OfPlugin({ id }: { id: string }) {
  const faults = useRead('getPluginFaults', { id })
  return (
    <Loaded query={faults}>
      {data => (
        <Anew of={JSON.stringify(data)}>
          <FaultForm id={id} faults={data} />
        </Anew>
      )}
    </Loaded>
  )
}

function FaultForm({ id, faults }: { id: string; faults: Faults }) {
  const t = useTexts(sandboxTexts)
  const said = ({ until }: Faults) => (until === null ? t.faultsEnded : t.faultsSet)
  const saving = useWrite('setPluginFaults', { changes: ['getPluginFaults'], said })
  const form = useForm<Draft>({
    initial: draftOf(faults),
    check: faultIssues,
    send: draft => saving.mutateAsync({ id, ...wishOf(draft) }),
  })
  const inputs = (names: readonly FaultName[]) => <FaultInputs names={names} form={form} />
  return (
    <form {...form.props}>
      <Stack>
        {faults.until !== null && (
          <Notice tone="warn">
            {t.until} <Moment at={faults.until} />
          </Notice>
        )}
        <Text fw={600}>{t.requests}</Text>
        {inputs(OF_REQUESTS)}
        <Switched name="writesOnly" form={form} />
        <Text fw={600}>{t.deliveries}</Text>
        {inputs(OF_DELIVERIES)}
        <Switched name="shuffled" form={form} />
        {inputs(['minutes'])}
        <ProblemNotice error={form.error} />
        <Group>
          <Button type="submit" loading={form.pending}>
            {t.setFaults}
          </Button>
          {faults.until !== null && (
            <Button variant="default" loading={saving.isPending} onClick={() => saving.mutate({ id })}>
              {t.endFaults}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

type Form = ReturnType<typeof useForm<Draft>>

function Switched({ name, form }: { name: FaultSwitch; form: Form }) {
  const t = useTexts(sandboxTexts)
  return (
    <Checkbox
      label={t.switches[name]}
      checked={form.values[name]}
      onChange={event => form.set({ [name]: event.currentTarget.checked })}
    />
  )
}

function FaultInputs({ names, form }: { names: readonly FaultName[]; form: Form }) {
  const t = useTexts(sandboxTexts)
  const errorOf = (name: FaultName) => {
    const issue = form.issueAt(`/${name}`)
    return issue && (issue.code === 'sum' ? t.sum : t.number)
  }
  return (
    <div className={classes.fields}>
      {names.map(name => (
        <TextInput
          key={name}
          label={t.names[name]}
          inputMode="numeric"
          dir="ltr"
          value={form.values[name]}
          error={errorOf(name)}
          onChange={event => form.set({ [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  )
}
