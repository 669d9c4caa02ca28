import { Button, Input, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../lib/language-choice.tsx'
import { Name } from './isolated.tsx'
import classes from './picker.module.css'
import { ui } from './texts.ts'

/** One of those that are chosen from: its name, and what tells it from others of that name. */
export interface Picked {
  id: string
  name: string
  about?: string
}

interface PickerProps {
  label: string
  description?: string
  placeholder?: string
  error?: string | undefined
  required?: boolean
  chosen: Picked | undefined
  onChoose: (one: Picked | undefined) => void
  typed: string
  onType: (text: string) => void
  /** Those that are meant by what is typed; nothing as long as nothing is asked. */
  found: readonly Picked[] | undefined
}

/** One of many, by a few letters of its name: the arrow keys walk those that are found, Enter takes one. */
export function Picker(props: PickerProps) {
  const { chosen, label, error, required } = props
  const [hasChosen, setHasChosen] = useState(false)
  const onChoose = (one: Picked | undefined) => {
    setHasChosen(true)
    props.onChoose(one)
  }
  if (chosen === undefined) return <Finder {...props} onChoose={onChoose} takesFocus={hasChosen} />
  return (
    <Input.Wrapper label={label} error={error} required={required} labelElement="div">
      <Chosen one={chosen} onChange={() => onChoose(undefined)} takesFocus={hasChosen} />
    </Input.Wrapper>
  )
}

function Chosen({ one, onChange, takesFocus }: { one: Picked; onChange: () => void; takesFocus: boolean }) {
  const t = useTexts(ui)
  const button = useRef<HTMLButtonElement>(null)
  // The field that had the focus is gone.
  useEffect(() => {
    if (takesFocus) button.current?.focus()
  }, [takesFocus])
  return (
    <div className={classes.chosen}>
      <span>
        <Name>{one.name}</Name> {one.about !== undefined && <span className="small">{one.about}</span>}
      </span>
      <Button ref={button} size="compact-sm" variant="default" onClick={onChange}>
        {t.change}
      </Button>
    </div>
  )
}

function Finder(props: PickerProps & { takesFocus: boolean }) {
  const { typed, onType, found, onChoose, takesFocus, label, description, placeholder, error, required } = props
  const t = useTexts(ui)
  const list = useId()
  const [at, setAt] = useState(0)
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const one = found?.[at]
    // Enter in a field that finds no one is not meant to send the form.
    if (event.key === 'Enter') event.preventDefault()
    if (event.key === 'Enter' && one) onChoose(one)
    if (step === 0 || !found?.length) return
    event.preventDefault()
    setAt((at + step + found.length) % found.length)
  }
  return (
    <div>
      <TextInput
        {...{ label, description, placeholder, error, required }}
        role="combobox"
        aria-expanded={found !== undefined && found.length > 0}
        aria-controls={list}
        aria-activedescendant={found?.[at] && `${list}-${at}`}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={event => {
          setAt(0)
          onType(event.currentTarget.value)
        }}
        onKeyDown={press}
        autoComplete="off"
        autoFocus={takesFocus}
      />
      <Found {...{ id: list, label, found, at, onChoose }} />
      <p role="status" className="small" hidden={found?.length !== 0}>
        {found?.length === 0 ? t.noResults : ''}
      </p>
    </div>
  )
}

interface FoundProps {
  id: string
  label: string
  found: readonly Picked[] | undefined
  at: number
  onChoose: (one: Picked) => void
}

const Found = ({ id, label, found = [], at, onChoose }: FoundProps) => (
  <div id={id} role="listbox" aria-label={label} className={found.length > 0 ? classes.found : undefined}>
    {found.map((one, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
      <div
        key={one.id}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === at}
        tabIndex={-1}
        className={classes.option}
        onClick={() => onChoose(one)}
      >
        <Name>{one.name}</Name>
        {one.about !== undefined && <span className="small">{one.about}</span>}
      </div>
    ))}
  </div>
)
