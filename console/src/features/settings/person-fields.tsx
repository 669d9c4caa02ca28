import { Checkbox, ColorSwatch, Group, Radio, SimpleGrid, TextInput } from '@mantine/core'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { plainName } from '../../ui/isolated.tsx'
import { peopleTexts } from './people-texts.ts'
import type { PersonDraft } from './person-draft.ts'

/** Told apart by those who tell few colours apart; each is dark enough for white words. */
const COLORS = ['#0f766e', '#1d4ed8', '#7c3aed', '#be185d', '#b45309', '#15803d', '#0369a1', '#9f1239']

const WORDS = ['displayName', 'displayNameAr', 'role', 'specialty'] as const
const NUMBERS = ['slotMinutes', 'order'] as const
const CONTACTS = ['phoneNumber', 'phoneNumber2', 'email'] as const
type TextName = (typeof WORDS | typeof NUMBERS | typeof CONTACTS)[number]

interface FieldsProps {
  values: PersonDraft
  set: (changes: Partial<PersonDraft>) => void
  errorAt: (path: string) => string | undefined
}

/** What they are called, what they do, where, and how they are reached. */
export function PersonFields(props: FieldsProps) {
  const { values, set, errorAt } = props
  const t = useTexts(peopleTexts)
  const text = (name: TextName) => ({
    label: t[name],
    value: values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  const tick = (name: 'isDoctor' | 'takesLeads' | 'active') => ({
    label: t[name],
    checked: values[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => set({ [name]: event.currentTarget.checked }),
  })
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        {WORDS.map(name => (
          <TextInput
            key={name}
            dir="auto"
            required={name === 'displayName' || name === 'role'}
            data-autofocus={name === 'displayName' || undefined}
            {...text(name)}
          />
        ))}
        {NUMBERS.map(name => (
          <TextInput key={name} dir="ltr" inputMode="numeric" required {...text(name)} />
        ))}
        {CONTACTS.map(name => (
          <TextInput key={name} dir="ltr" {...text(name)} />
        ))}
      </SimpleGrid>
      <Checkbox {...tick('isDoctor')} />
      <WorksAt {...props} />
      <ColorChoice {...props} />
      <Checkbox {...tick('takesLeads')} />
      <Checkbox {...tick('active')} />
    </>
  )
}

function WorksAt({ values, set, errorAt }: FieldsProps) {
  const t = useTexts(peopleTexts)
  const { language } = useLanguage()
  const { data: branches = [] } = useReadAll('listClinicBranches', {})
  return (
    <Checkbox.Group
      label={t.branches}
      description={t.stepUp}
      value={values.branchIds}
      error={errorAt('/branchIds')}
      onChange={branchIds => set({ branchIds })}
    >
      <Group gap="sm" mt={6}>
        {branches.map(one => (
          <Checkbox key={one.id} value={one.id} label={plainName(nameOf(language, one))} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function ColorChoice({ values, set }: FieldsProps) {
  const t = useTexts(peopleTexts)
  const all = [...new Set(['', ...COLORS, values.color])]
  return (
    <Radio.Group label={t.color} value={values.color} onChange={color => set({ color })}>
      <Group gap="md" mt={6}>
        {all.map(color => (
          <Radio
            key={color}
            value={color}
            aria-label={color === '' ? t.noColor : color}
            label={color === '' ? t.noColor : <ColorSwatch component="span" color={color} size={20} />}
          />
        ))}
      </Group>
    </Radio.Group>
  )
}
