import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTexts } from '../../lib/language-choice.tsx'
import { useMay } from '../../lib/use-session.ts'
import { focusHeading } from '../../ui/focus.ts'
import { patientList } from './list-texts.ts'

interface PatientSearchProps {
  text: string
  onChange: (text: string) => void
}

/**
 * Who comes from another room types a name: the field has the focus where the pointer is fine, so that there is a keyboard.
 * A page that has just been loaded is read from its beginning. Escape leaves the field.
 */
export function PatientSearch({ text, onChange }: PatientSearchProps) {
  const t = useTexts(patientList)
  const field = useRef<HTMLInputElement>(null)
  const byAll = useMay('patients:contact')
  useEffect(() => {
    const hasCome = document.activeElement?.matches('h1') === true
    if (hasCome && window.matchMedia('(pointer: fine)').matches) field.current?.focus()
  }, [])
  const press = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Enter' || key === 'ArrowDown') firstRow(currentTarget)?.focus()
    else if (key === 'Escape' && text !== '') onChange('')
    else if (key === 'Escape') focusHeading()
  }
  return (
    <search>
      <TextInput
        ref={field}
        type="search"
        label={t.search}
        placeholder={byAll ? t.byAll : t.byName}
        leftSection={<IconSearch size={18} aria-hidden />}
        maw={480}
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={event => onChange(event.currentTarget.value)}
        onKeyDown={press}
      />
    </search>
  )
}

/** The way on from the field is the first of those who were found. */
const firstRow = (field: HTMLElement) => field.closest('main')?.querySelector<HTMLElement>('[data-row]')
