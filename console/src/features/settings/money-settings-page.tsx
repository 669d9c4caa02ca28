import { INPUT } from 'virtual:staff-input/updateMoneySettings'
import { issuesOf } from '@clinic/contract/issues.ts'
import { STAFF_ROLES } from '@clinic/contract/staff/permissions.ts'
import { SimpleGrid, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { shell } from '../../app/texts.ts'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { numberTyped } from '../../lib/number-typed.ts'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { moneyTexts } from './money-texts.ts'
import { SaveForm } from './save-form.tsx'
import classes from './settings.module.css'
import { SettingsRoom } from './settings-room.tsx'
import { settings as settingsTexts } from './texts.ts'

type Settings = Returned<'getMoneySettings'>

/** By which rules the clinic gives discounts and points. */
export function MoneySettingsPage() {
  const t = useTexts(moneyTexts)
  return (
    <SettingsRoom>
      <Section title={t.title} lead={t.lead}>
        <Loaded query={useRead('getMoneySettings', {})} rows={1} height={420}>
          {known => <MoneyForm key={known.version} settings={known} />}
        </Loaded>
      </Section>
    </SettingsRoom>
  )
}

const NUMBERS = ['earnPerUnit', 'pointValue', 'redeemMaxPercent', 'quotationDays', 'linkDays', 'taxPercent'] as const
type Field = (typeof NUMBERS)[number] | `discountLimits/${(typeof STAFF_ROLES)[number]}`
type Draft = Readonly<Record<string, string>>

const draftOf = (settings: Settings): Draft => ({
  ...Object.fromEntries(NUMBERS.map(name => [name, String(settings[name])])),
  ...Object.fromEntries(STAFF_ROLES.map(role => [`discountLimits/${role}`, String(settings.discountLimits[role])])),
})

function inputOf(draft: Draft): Input<'updateMoneySettings'> {
  const of = (name: Field) => numberTyped(draft[name] ?? '')
  const limitOf = (role: (typeof STAFF_ROLES)[number]) => of(`discountLimits/${role}`)
  return {
    discountLimits: {
      ...{ assistant: limitOf('assistant'), receptionist: limitOf('receptionist'), doctor: limitOf('doctor') },
      ...{ accountant: limitOf('accountant'), admin: limitOf('admin'), owner: limitOf('owner') },
    },
    ...{ earnPerUnit: of('earnPerUnit'), pointValue: of('pointValue'), redeemMaxPercent: of('redeemMaxPercent') },
    ...{ quotationDays: of('quotationDays'), linkDays: of('linkDays'), taxPercent: of('taxPercent') },
  }
}

/** The limits of the roles in their order; everything else as it is. */
const limitsShown = (_: string, value: unknown): string | undefined =>
  typeof value === 'object' && value !== null ? Object.values(value).join(', ') : undefined

function MoneyForm({ settings }: { settings: Settings }) {
  const t = useTexts(moneyTexts)
  const { roles } = useTexts(shell)
  const { saved } = useTexts(settingsTexts)
  const [initial] = useState(() => draftOf(settings))
  const saving = useWrite('updateMoneySettings', {
    changes: ['getMoneySettings', 'getWorkplace', 'getClinicSettings'],
    said: () => saved,
    of: { version: settings.version, words: { fields: t.fields, shown: limitsShown } },
  })
  const form = useForm<Draft>({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => saving.mutateAsync(inputOf(draft)),
  })
  const errorAt = useErrorAt(form, INPUT)
  const number = (name: Field) => ({
    ...{ required: true, dir: 'ltr' as const, inputMode: 'decimal' as const },
    value: form.values[name] ?? '',
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => form.set({ [name]: event.currentTarget.value }),
  })
  const columns = { cols: { base: 1, sm: 2 }, verticalSpacing: 'md' }
  return (
    <SaveForm form={form} label={t.title}>
      <fieldset className={classes.part}>
        <legend>{t.limits}</legend>
        <Text size="sm" c="dimmed" mb="sm">
          {t.limitsHint}
        </Text>
        <SimpleGrid {...columns}>
          {STAFF_ROLES.map(role => (
            <TextInput key={role} label={roles[role]} {...number(`discountLimits/${role}`)} />
          ))}
        </SimpleGrid>
      </fieldset>
      <fieldset className={classes.part}>
        <legend>{t.points}</legend>
        <SimpleGrid {...columns}>
          <TextInput label={t.earnPerUnit} description={t.earnHint} {...number('earnPerUnit')} />
          <TextInput label={t.pointValue} description={t.pointHint} {...number('pointValue')} />
          <TextInput label={t.redeemMaxPercent} {...number('redeemMaxPercent')} />
        </SimpleGrid>
      </fieldset>
      <fieldset className={classes.part}>
        <legend>{t.days}</legend>
        <SimpleGrid {...columns}>
          <TextInput label={t.quotationDays} {...number('quotationDays')} />
          <TextInput label={t.linkDays} {...number('linkDays')} />
          <TextInput label={t.taxPercent} {...number('taxPercent')} />
        </SimpleGrid>
      </fieldset>
    </SaveForm>
  )
}
