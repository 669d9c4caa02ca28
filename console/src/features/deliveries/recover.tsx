import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useClinicApi } from '../../lib/clinic.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { useDays } from '../../lib/use-time-zone.ts'
import { useWrite } from '../../lib/use-write.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { RecoveryProgress } from './recovery-progress.tsx'
import { deliveryTexts } from './texts.ts'
import { usePlugins } from './use-names.ts'

/** Recovers what an address has missed: which, since when, how many that is, and then how far it is. */
export function Recover() {
  const t = useTexts(deliveryTexts)
  const { all, nameOf } = usePlugins()
  const { today, startOf } = useDays()
  const [plugin, setPlugin] = useState('')
  const [endpointId, setEndpoint] = useState('')
  const [from, setFrom] = useState(today)
  const whose = plugin || (all.length === 1 ? (all[0]?.id ?? '') : '')
  const endpoints = useReadAll('listPluginEndpoints', { id: whose }, whose !== '')
  return (
    <Stack>
      <Text>{t.recoverLead}</Text>
      <NativeSelect
        label={t.plugin}
        data={[{ value: '', label: t.all.plugin }, ...all.map(({ id }) => ({ value: id, label: nameOf(id) }))]}
        value={whose}
        onChange={event => {
          setPlugin(event.currentTarget.value)
          setEndpoint('')
        }}
      />
      <NativeSelect
        label={t.endpoint}
        disabled={whose === ''}
        data={[
          { value: '', label: t.chooseEndpoint },
          ...(endpoints.data ?? []).map(({ id, url }) => ({ value: id, label: new URL(url).host })),
        ]}
        value={endpointId}
        onChange={event => setEndpoint(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t.from}
        max={today()}
        value={from}
        onChange={event => setFrom(event.currentTarget.value)}
      />
      {endpointId !== '' && (
        <CountAndRecover key={`${endpointId} ${from}`} endpointId={endpointId} since={startOf(from) ?? ''} />
      )}
    </Stack>
  )
}

/** Counts what was missed, and delivers as many. */
export function CountAndRecover({ endpointId: id, since }: { endpointId: string; since: string }) {
  const t = useTexts(deliveryTexts)
  const { ask } = useClinicApi()
  const counting = useMutation({ mutationFn: () => ask('countMissedEvents', { id, since }) })
  const recovering = useWrite('recoverEvents', { changes: ['listRecoveries', 'listDeliveries'] })
  const [begun, setBegun] = useState<Returned<'recoverEvents'>>()
  const counted = counting.data
  if (begun) return <RecoveryProgress endpointId={id} recovery={begun} />
  const recover = (until: string) => recovering.mutate({ id, since, until }, { onSuccess: setBegun })
  return (
    <Stack gap="sm">
      {counted && <Text role="status">{t.counted(counted.missed, counted.more)}</Text>}
      <Group>
        {counted && counted.missed > 0 ? (
          <Button loading={recovering.isPending} onClick={() => recover(counted.until)}>
            {t.recoverNow(counted.missed, counted.more)}
          </Button>
        ) : (
          <Button variant="default" loading={counting.isPending} onClick={() => counting.mutate()}>
            {t.count}
          </Button>
        )}
      </Group>
      <ProblemNotice error={counting.error ?? recovering.error} />
    </Stack>
  )
}
