import { NativeSelect } from '@mantine/core'
import type { Input } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useReadAll } from '../../lib/use-read.ts'
import { useMay } from '../../lib/use-session.ts'
import { plainName } from '../../ui/isolated.tsx'
import { links } from './texts.ts'

const WAYS = ['sms', 'email', 'none'] as const
type Way = (typeof WAYS)[number]

/** How a link is sent, as the contract has it: what is none of the ways is a template of WhatsApp. */
export function sentBy(way: string): Pick<Input<'createPatientLink'>, 'channel' | 'templateId'> {
  const channel = WAYS.find(one => one === way)
  return channel ? { channel } : { channel: 'whatsapp', templateId: way }
}

interface SendingWayProps {
  patientId: string
  way: string
  choose: (way: string) => void
  /** Of the ways those without a template; all unless told. */
  ways?: readonly Way[]
}

/** In which way a link goes to the patient. */
export function SendingWay({ patientId, way, choose, ways = WAYS }: SendingWayProps) {
  const t = useTexts(links)
  const { data: templates = [] } = useReadAll('listTemplatesToSend', { id: patientId }, useMay('messages:use'))
  return (
    <NativeSelect
      label={t.how}
      data={[
        ...ways.map(value => ({ value, label: t.ways[value] })),
        ...templates.map(one => ({ value: one.id, label: t.byTemplate(plainName(one.name)) })),
      ]}
      value={way}
      onChange={event => choose(event.currentTarget.value)}
    />
  )
}
