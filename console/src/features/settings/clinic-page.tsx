import { INPUT } from 'virtual:staff-input/updateClinicSettings'
import { issuesOf } from '@clinic/contract/issues.ts'
import { SETTLING } from '@clinic/contract/staff/clinic-settings.ts'
import { NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Input, Returned } from '../../lib/api.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { useForm } from '../../lib/use-form.ts'
import { useRead } from '../../lib/use-read.ts'
import { useWrite } from '../../lib/use-write.ts'
import { Anew } from '../../ui/as-opened.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { Section } from '../../ui/section.tsx'
import { Loaded } from '../../ui/states.tsx'
import { ClinicLogo } from './clinic-logo.tsx'
import { clinicTexts } from './clinic-texts.ts'
import { listIn } from './rooms-field.tsx'
import { SaveForm } from './save-form.tsx'
import { SettingsRoom } from './settings-room.tsx'
import { settings } from './texts.ts'
import { listShown } from './use-branch-write.ts'

type Clinic = Returned<'getClinicSettings'>

/** What the clinic is called and registered as, and how it tells times and money. */
export function ClinicPage() {
  return (
    <SettingsRoom>
      <Loaded query={useRead('getClinicSettings', {})} rows={2} height={320}>
        {clinic => (
          <Stack gap="lg">
            <Names clinic={clinic} />
            <Logo clinic={clinic} />
            <Manner clinic={clinic} />
          </Stack>
        )}
      </Loaded>
    </SettingsRoom>
  )
}

function useSaving({ version }: Clinic) {
  const { saved } = useTexts(settings)
  const { fields } = useTexts(clinicTexts)
  return useWrite('updateClinicSettings', {
    changes: ['getClinicSettings', 'getWorkplace'],
    said: () => saved,
    of: { version, words: { fields, shown: listShown } },
  })
}

function Logo({ clinic }: { clinic: Clinic }) {
  const saving = useSaving(clinic)
  return (
    <ClinicLogo
      logoUrl={clinic.logoUrl}
      change={logo => saving.mutate({ logo })}
      {...{ pending: saving.isPending, error: saving.error }}
    />
  )
}

const NAMES = [
  ...(['name', 'nameAr', 'vatNumber', 'vatName', 'crnNumber', 'commercialName', 'registrationCity'] as const),
]
type NameDraft = Record<(typeof NAMES)[number], string>

function Names({ clinic }: { clinic: Clinic }) {
  const t = useTexts(clinicTexts)
  const saving = useSaving(clinic)
  const shown: NameDraft = {
    ...{ name: clinic.name, nameAr: clinic.nameAr ?? '', vatNumber: clinic.vatNumber ?? '' },
    ...{ vatName: clinic.vatName ?? '', crnNumber: clinic.crnNumber ?? '' },
    ...{ commercialName: clinic.commercialName ?? '', registrationCity: clinic.registrationCity ?? '' },
  }
  const state = (
    <span className="tag" data-tone={clinic.registrationValid ? 'ok' : undefined}>
      {clinic.registrationValid ? t.valid : t.unchecked}
    </span>
  )
  return (
    <Section title={t.names} lead={t.namesLead} state={state}>
      <Anew of={JSON.stringify(shown)}>
        <NameFields shown={shown} save={changes => saving.mutateAsync(changes)} />
      </Anew>
    </Section>
  )
}

interface NameProps {
  shown: NameDraft
  save: (changes: Input<'updateClinicSettings'>) => Promise<unknown>
}

/** What differs from what is saved; what is empty is none. */
const changesOf = (shown: Readonly<Record<string, string>>, draft: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([name, text]) => (text.trim() === shown[name] ? [] : [[name, text.trim()]])),
  )

function NameFields({ shown, save }: NameProps) {
  const t = useTexts(clinicTexts)
  const form = useForm({
    initial: shown,
    check: draft => issuesOf(INPUT, changesOf(shown, draft)),
    send: draft => save(changesOf(shown, draft)),
  })
  const errorAt = useErrorAt(form, INPUT)
  return (
    <SaveForm form={form} label={t.names}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        {NAMES.map(name => (
          <TextInput
            key={name}
            label={t[name]}
            dir={name.endsWith('Number') ? 'ltr' : 'auto'}
            required={name === 'name'}
            value={form.values[name]}
            error={errorAt(`/${name}`)}
            onChange={event => form.set({ [name]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
    </SaveForm>
  )
}

type MannerDraft = Record<'locale' | 'clock' | 'charts' | (typeof SETTLING)[number], string>

function Manner({ clinic }: { clinic: Clinic }) {
  const t = useTexts(clinicTexts)
  const saving = useSaving(clinic)
  const { locale, timeZone, country, currency } = clinic
  const shown = { locale, clock: String(clinic.clock), timeZone, country, currency, charts: clinic.charts.join(', ') }
  return (
    <Section title={t.manner} lead={t.mannerLead}>
      <Anew of={JSON.stringify([shown, clinic.settled])}>
        <MannerFields settled={clinic.settled} shown={shown} save={changes => saving.mutateAsync(changes)} />
      </Anew>
    </Section>
  )
}

function MannerFields({
  shown,
  settled,
  save,
}: Pick<Clinic, 'settled'> & { shown: MannerDraft; save: NameProps['save'] }) {
  const t = useTexts(clinicTexts)
  const [initial] = useState(shown)
  const inputOf = (draft: MannerDraft): Input<'updateClinicSettings'> => {
    const { clock, charts, ...texts } = changesOf(shown, draft)
    return {
      ...texts,
      ...(clock !== undefined && { clock: clock === '12' ? (12 as const) : (24 as const) }),
      ...(charts !== undefined && { charts: listIn(charts) }),
    }
  }
  const form = useForm({
    initial,
    check: draft => issuesOf(INPUT, inputOf(draft)),
    send: draft => save(inputOf(draft)),
  })
  const errorAt = useErrorAt(form, INPUT)
  const text = (name: keyof MannerDraft) => ({
    label: t[name],
    value: form.values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => form.set({ [name]: event.currentTarget.value }),
  })
  return (
    <SaveForm form={form} label={t.manner} inUse={t.inUse}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        <TextInput dir="ltr" required {...text('locale')} />
        <NativeSelect
          data={[
            { value: '24', label: t.clocks[24] },
            { value: '12', label: t.clocks[12] },
          ]}
          {...text('clock')}
        />
        {SETTLING.map(name => (
          <TextInput
            key={name}
            dir="ltr"
            required
            readOnly={settled.includes(name)}
            description={settled.includes(name) ? t.settled[name] : undefined}
            {...text(name)}
          />
        ))}
        <TextInput dir="ltr" description={t.chartsHint} {...text('charts')} />
      </SimpleGrid>
    </SaveForm>
  )
}
