import { PROCEDURE_COLORS } from '@clinic/contract/staff/procedures.ts'
import { Checkbox, NativeSelect, Radio, SimpleGrid, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useRead, useReadAll } from '../../lib/use-read.ts'
import { plainName } from '../../ui/isolated.tsx'
import { ProcedureColor } from './procedure-color.tsx'
import type { ProcedureDraft } from './procedure-draft.ts'
import { procedureTexts } from './texts.ts'

interface FieldsProps {
  values: ProcedureDraft
  set: (changes: Partial<ProcedureDraft>) => void
  errorAt: (path: string) => string | undefined
  /** In which prices are said. */
  currency: string
}

/** What it is called and costs, how long it takes, where it stands and what is signed before it. */
export function ProcedureFields(props: FieldsProps) {
  const { values, set, errorAt, currency } = props
  const t = useTexts(procedureTexts)
  const text = (name: 'name' | 'nameAr' | 'code' | 'price' | 'durationMinutes' | 'order') => ({
    label: name === 'price' ? t.priceIn(currency) : t[name],
    value: values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        <TextInput dir="auto" required data-autofocus {...text('name')} />
        <TextInput dir="auto" {...text('nameAr')} />
        <TextInput dir="ltr" inputMode="decimal" required {...text('price')} />
        <TextInput dir="ltr" {...text('code')} />
      </SimpleGrid>
      <TextInput dir="ltr" inputMode="numeric" description={t.durationHint} {...text('durationMinutes')} />
      <Choices {...props} />
      <ColorChoice {...props} />
      <TextInput dir="ltr" inputMode="numeric" description={t.orderHint} {...text('order')} />
      <Checkbox
        label={t.active}
        description={t.activeHint}
        checked={values.active}
        onChange={event => set({ active: event.currentTarget.checked })}
      />
    </>
  )
}

function Choices({ values, set, errorAt }: FieldsProps) {
  const t = useTexts(procedureTexts)
  const { data: groups = [] } = useReadAll('listProcedureGroups', {})
  const { data: templates = [] } = useReadAll('listConsentTemplates', {})
  const charts = useRead('getClinicSettings', {}).data?.charts ?? []
  const named = (ones: readonly { id: string; name: string }[]) =>
    ones.map(({ id, name }) => ({ value: id, label: plainName(name) }))
  const kept = [...new Set([...charts, values.chart])].filter(Boolean)
  const chart = (code: string) => (code === 'DENTAL' ? t.dental : plainName(code))
  const choice = (name: 'groupId' | 'consentTemplateId' | 'chart', none: string, data: Choice[]) => ({
    label: t[name],
    data: [{ value: '', label: none }, ...data],
    value: values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
      <NativeSelect {...choice('groupId', t.noGroup, named(groups))} />
      <NativeSelect {...choice('consentTemplateId', t.nothing, named(templates))} />
      {kept.length > 0 && (
        <NativeSelect
          {...choice(
            'chart',
            t.noChart,
            kept.map(code => ({ value: code, label: chart(code) })),
          )}
        />
      )}
    </SimpleGrid>
  )
}

interface Choice {
  value: string
  label: string
}

function ColorChoice({ values, set }: FieldsProps) {
  const t = useTexts(procedureTexts)
  return (
    <Radio.Group label={t.color} value={values.color} onChange={color => set({ color })}>
      <SimpleGrid cols={{ base: 2, xs: 3 }} mt={6} verticalSpacing="xs">
        <Radio value="" label={t.noColor} />
        {PROCEDURE_COLORS.map(color => (
          <Radio key={color} value={color} label={<ProcedureColor color={color} />} />
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
