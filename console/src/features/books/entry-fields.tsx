import type { JsonSchema } from '@clinic/contract/json-schema.ts'
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { nameOf } from '../../lib/session.ts'
import { useBranch } from '../../lib/use-branch.ts'
import type { useForm } from '../../lib/use-form.ts'
import { useReadAll } from '../../lib/use-read.ts'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { books } from './texts.ts'

/** A form of which all that is typed is text. */
interface TextForm extends Pick<ReturnType<typeof useForm>, 'issueAt'> {
  values: Readonly<Record<string, string>>
  set: (changes: Record<string, string>) => void
}

interface FieldProps {
  form: TextForm
  schema: JsonSchema
  name: string
  label: string
  required?: boolean
  isFirst?: boolean
}

/** A line of text. */
export function Text({ isFirst, ...props }: FieldProps) {
  return <TextInput dir="auto" data-autofocus={isFirst || undefined} {...useInput(props)} />
}

/** An amount in the currency of the clinic, as it is typed: what is none is sent as it is, and refused at its place. */
export function Amount({ description, isFirst, ...props }: FieldProps & { description?: string }) {
  const input = useInput(props)
  return (
    <TextInput
      dir="ltr"
      inputMode="decimal"
      description={description}
      data-autofocus={isFirst || undefined}
      {...input}
    />
  )
}

export function DateField(props: FieldProps) {
  return <TextInput type="date" {...useInput(props)} />
}

function useInput({ form, schema, name, label, required }: FieldProps) {
  const errorAt = useErrorAt(form, schema)
  return {
    label,
    required,
    value: form.values[name],
    error: errorAt(`/${name}`),
    onChange: (event: { currentTarget: { value: string } }) => form.set({ [name]: event.currentTarget.value }),
  }
}

/** One of the treasuries in use; what is paid without one moves no treasury. */
export function TreasuryField({
  none,
  among = () => true,
  ...props
}: FieldProps & { none?: string; among?: (type: string) => boolean }) {
  const treasuries = useTreasuries().filter(({ type }) => among(type))
  const choices = treasuries.map(({ id, name }) => ({ value: id, label: plainName(name) }))
  return <NativeSelect data={[{ value: '', label: none ?? '' }, ...choices]} {...useInput(props)} />
}

/** Those in use. */
export function useTreasuries() {
  const { data = [] } = useReadAll('listKeptTreasuries', {})
  return data.filter(({ active }) => active)
}

/** Of which branch it is; who has but one is not asked. */
export function BranchField(props: FieldProps) {
  const { branches } = useBranch()
  const { language } = useLanguage()
  const input = useInput(props)
  if (branches.length <= 1) return null
  return (
    <NativeSelect data={branches.map(one => ({ value: one.id, label: plainName(nameOf(language, one)) }))} {...input} />
  )
}

/** What every entry has: what for, how much, out of or into which treasury, at which branch, and on which day. */
export function UsualFields({
  form,
  schema,
  amount,
}: Pick<FieldProps, 'form' | 'schema'> & { amount: 'total' | 'amount' }) {
  const t = useTexts(books)
  const of = { form, schema }
  return (
    <>
      <Text {...of} name="name" label={t.name} required isFirst />
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="md">
        <Amount {...of} name={amount} label={t[amount]} required />
        <TreasuryField {...of} name="treasuryId" label={t.fromTreasury} none={t.none} />
        <Text {...of} name="category" label={t.category} />
        <DateField {...of} name="date" label={t.date} />
        <BranchField {...of} name="branchId" label={t.branch} />
      </SimpleGrid>
    </>
  )
}
