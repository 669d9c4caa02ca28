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
  /** Whether they are still those of what was typed before: Enter then waits for those that are meant. */
  isBehind?: boolean
  /** The field has the focus as the form opens. */
  isFirst?: boolean
  /** What Enter does where nothing is found. */
  onNone?: () => void
  /** Where the focus goes once one is chosen; to the button that changes it unless told. */
  afterChoice?: () => void
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
  const { afterChoice } = props
  return (
    <Input.Wrapper label={label} error={error} required={required} labelElement="div">
      <Chosen one={chosen} onChange={() => onChoose(undefined)} {...{ takesFocus: hasChosen, afterChoice }} />
    </Input.Wrapper>
  )
}

interface ChosenProps extends Pick<PickerProps, 'afterChoice'> {
  one: Picked
  onChange: () => void
  takesFocus: boolean
}

function Chosen({ one, onChange, takesFocus, afterChoice }: ChosenProps) {
  const t = useTexts(ui)
  const button = useRef<HTMLButtonElement>(null)
  const next = useRef(afterChoice)
  // The field that had the focus is gone.
  useEffect(() => {
    if (!takesFocus) return
    button.current?.focus()
    next.current?.()
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

/** Takes the one that is meant; where those that are found are still of what was typed before, once they are there. */
function useTake({ found, isBehind = false, onChoose, onNone }: PickerProps, at: number) {
  const [isMeant, setIsMeant] = useState(false)
  const take = useRef<() => void>(() => undefined)
  useEffect(() => {
    take.current = () => {
      const one = found?.[at]
      if (one) onChoose(one)
      else if (found) onNone?.()
    }
  })
  useEffect(() => {
    if (!isMeant || isBehind) return
    setIsMeant(false)
    take.current()
  }, [isMeant, isBehind])
  return { take: () => setIsMeant(true), forget: () => setIsMeant(false) }
}

function Finder(props: PickerProps & { takesFocus: boolean }) {
  const { typed, onType, found, onChoose, takesFocus, isFirst, label, description, placeholder, error, required } =
    props
  const t = useTexts(ui)
  const list = useId()
  const [at, setAt] = useState(0)
  const { take, forget } = useTake(props, at)
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    // Enter in a field that finds no one is not meant to send the form, but Ctrl and Enter is.
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      take()
    }
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
          forget()
          onType(event.currentTarget.value)
        }}
        onKeyDown={press}
        autoComplete="off"
        autoFocus={takesFocus || isFirst}
        data-autofocus={isFirst || undefined}
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
