import { INPUT } from 'virtual:staff-input/createPluginEndpoint'
import { issuesOf } from '@clinic/contract/issues.ts'
import { useState } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useDrawer } from '../../ui/url-drawer.tsx'
import { accessTexts } from './access-texts.ts'
import { EndpointFields, type EndpointValues } from './endpoint-fields.tsx'
import { KeyOnce } from './key-once.tsx'
import type { PluginProps } from './plugin-props.ts'

/** Adds an address that events are sent to, and shows its signing secret once. */
export function NewEndpoint({ plugin }: PluginProps) {
  const t = useTexts(accessTexts)
  const { close } = useDrawer()
  const [secret, setSecret] = useState<string>()
  const adding = useWrite('createPluginEndpoint', { changes: ['listPluginEndpoints'], said: () => t.added })
  const inputOf = ({ url, events }: EndpointValues) => ({ id: plugin.id, url: url.trim(), events: [...events] })
  const form = useForm<EndpointValues>({
    initial: { url: '', events: plugin.events.map(({ type }) => type) },
    check: values => issuesOf(INPUT, inputOf(values)),
    send: async values => setSecret((await adding.mutateAsync(inputOf(values))).signingSecret),
  })
  if (secret !== undefined) return <KeyOnce text={secret} label={t.secret} onKept={close} />
  return <EndpointFields plugin={plugin} form={form} deed={t.add} />
}
