import type { FormField } from '@clinic/contract/form-fields.ts'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { letterOf } from '../../lib/key-letter.ts'
import { useLanguage, useTexts } from '../../lib/language-choice.tsx'
import { moved } from '../../lib/moved.ts'
import { builder } from './builder-texts.ts'
import classes from './forms.module.css'

interface FieldListProps {
  fields: readonly FormField[]
  chosen: number
  choose: (place: number) => void
  change: (fields: FormField[], chosen: number) => void
}

/** The questions in their order: M takes one up, the arrows move it, M or Enter puts it down. */
export function FieldList({ fields, chosen, choose, change }: FieldListProps) {
  const t = useTexts(builder)
  const { language } = useLanguage()
  const [isMoving, setMoving] = useState(false)
  const press = (event: KeyboardEvent<HTMLButtonElement>, place: number) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const isTaken = letterOf(event.nativeEvent) === 'm' && !event.ctrlKey && !event.metaKey
    const isPut = isMoving && (event.key === 'Enter' || event.key === 'Escape')
    if (!isTaken && !isPut && step === 0) return
    event.preventDefault()
    event.stopPropagation()
    if (isTaken) choose(place)
    if (isTaken || isPut) return setMoving(isTaken && !isMoving)
    const to = Math.min(Math.max(place + step, 0), fields.length - 1)
    if (isMoving) change(moved(fields, place, to), to)
    else choose(to)
    const list = event.currentTarget.closest('ol')
    requestAnimationFrame(() => list?.querySelectorAll('button')[to]?.focus())
  }
  return (
    <>
      <ol className={classes.fields} aria-label={t.questions}>
        {fields.map((field, place) => (
          <li key={field.key}>
            <UnstyledButton
              className={classes.field}
              aria-current={place === chosen}
              aria-keyshortcuts="m"
              data-moving={(isMoving && place === chosen) || undefined}
              onClick={() => choose(place)}
              onKeyDown={event => press(event, place)}
            >
              <bdi>{titleOf(field, language) || t.untitled}</bdi>
              <span className="small">{t.types[field.type]}</span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      <VisuallyHidden role="status">{isMoving ? t.moving(chosen + 1, fields.length) : ''}</VisuallyHidden>
    </>
  )
}

const titleOf = ({ label }: FormField, language: string): string =>
  (language === 'ar' ? label.ar : undefined) ?? label.en
