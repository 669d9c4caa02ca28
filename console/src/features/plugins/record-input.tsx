import { NativeSelect } from '@mantine/core'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useRead } from '../../lib/use-read.ts'
import { plainName } from '../../ui/isolated.tsx'
import type { LabelledProps } from './setting-props.ts'
import { settingsTexts } from './settings-texts.ts'

/** A record of the clinic, by its name: an active one, or the one that is chosen already. */
export function RecordInput({ field, value, onChange, kept: _, ...labelled }: LabelledProps) {
  const t = useTexts(settingsTexts)
  const { language } = useLanguage()
  const { data } = useRead('getWorkplace', {})
  const records = (field.type === 'branch' ? data?.branches : data?.practitioners) ?? []
  const chosen = typeof value === 'string' ? value : ''
  // Nothing offers templates yet: a choice that has none says so.
  const none = field.type === 'messageTemplate'
  const options = records.map(record => ({ value: record.id, label: plainName(nameOf(language, record)) }))
  const gone = chosen !== '' && data && !records.some(({ id }) => id === chosen) ? [{ value: chosen, label: '—' }] : []
  return (
    <NativeSelect
      size="md"
      {...labelled}
      disabled={none}
      data={[{ value: '', label: none ? t.noTemplates : t.choose }, ...(none ? [] : options), ...gone]}
      value={chosen}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
