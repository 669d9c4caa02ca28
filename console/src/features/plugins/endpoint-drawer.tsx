import { INPUT } from 'virtual:staff-input/updatePluginEndpoint'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { accessTexts } from './access-texts.ts'
import { DisabledEndpoint } from './disabled-endpoint.tsx'
import { EndpointFields, type EndpointValues } from './endpoint-fields.tsx'
import { KeyOnce } from './key-once.tsx'
import type { PluginProps } from './plugin-props.ts'
import { TestEvent } from './test-event.tsx'

type EndpointProps = PluginProps & { endpoint: Returned<'listPluginEndpoints'> }
const CHANGES = ['listPluginEndpoints'] as const

/** One address: what goes there; switches it off and on, renews its secret, removes it. */
export function EndpointDrawer({ plugin, endpoint }: EndpointProps) {
  const t = useTexts(accessTexts)
  const [secret, setSecret] = useState<string>()
  const { close } = useDrawer()
  if (secret !== undefined) return <KeyOnce text={secret} label={t.secret} onKept={close} />
  return (
    <Stack gap="xl">
      {!endpoint.active && <DisabledEndpoint plugin={plugin} endpoint={endpoint} />}
      <Edit plugin={plugin} endpoint={endpoint} />
      {endpoint.events.length > 0 && <TestEvent endpoint={endpoint} />}
      <Renew plugin={plugin} endpoint={endpoint} onRenewed={setSecret} />
      <Group gap="sm">
        <Switch plugin={plugin} endpoint={endpoint} />
        <Remove plugin={plugin} endpoint={endpoint} />
      </Group>
    </Stack>
  )
}

function Edit({ plugin, endpoint }: EndpointProps) {
  const t = useTexts(accessTexts)
  const { close } = useDrawer()
  const saving = useWrite('updatePluginEndpoint', { changes: CHANGES, said: () => t.saved })
  const inputOf = ({ url, events }: EndpointValues) => ({
    ...{ id: plugin.id, endpointId: endpoint.id },
    ...{ url: url.trim(), events: [...events] },
  })
  const form = useForm<EndpointValues>({
    initial: { url: endpoint.url, events: endpoint.events },
    check: values => issuesOf(INPUT, inputOf(values)),
    send: values => saving.mutateAsync(inputOf(values)).then(close),
  })
  return <EndpointFields plugin={plugin} form={form} deed={t.save} />
}

function Renew({ plugin, endpoint, onRenewed }: EndpointProps & { onRenewed: (secret: string) => void }) {
  const t = useTexts(accessTexts)
  const renewing = useWrite('rotatePluginEndpointSecret', { changes: CHANGES })
  const renew = () =>
    renewing.mutate(
      { id: plugin.id, endpointId: endpoint.id },
      { onSuccess: ({ signingSecret }) => onRenewed(signingSecret) },
    )
  return (
    <Stack gap="sm">
      <Text>{t.renewLead}</Text>
      <Group>
        <Button variant="default" loading={renewing.isPending} onClick={renew}>
          {t.renew}
        </Button>
      </Group>
      <ProblemNotice error={renewing.error} />
    </Stack>
  )
}

function Switch({ plugin, endpoint }: EndpointProps) {
  const t = useTexts(accessTexts)
  const switching = useWrite('updatePluginEndpoint', { changes: CHANGES, said: () => t.saved })
  return (
    <>
      <Button
        variant="default"
        loading={switching.isPending}
        onClick={() => switching.mutate({ id: plugin.id, endpointId: endpoint.id, active: !endpoint.active })}
      >
        {endpoint.active ? t.switchOff : t.switchOn}
      </Button>
      <ProblemNotice error={switching.error} />
    </>
  )
}

function Remove({ plugin, endpoint }: EndpointProps) {
  const t = useTexts(accessTexts)
  const { close } = useDrawer()
  const removing = useWrite('deletePluginEndpoint', { changes: CHANGES, said: () => t.removed })
  return (
    <Confirm
      trigger={open => (
        <Button variant="light" color="red" onClick={open}>
          {t.remove}
        </Button>
      )}
      title={t.removeTitle}
      deed={t.remove}
      pending={removing.isPending}
      error={removing.error}
      act={() => removing.mutateAsync({ id: plugin.id, endpointId: endpoint.id }).then(close)}
    >
      <Text>{t.removeLead}</Text>
    </Confirm>
  )
}
