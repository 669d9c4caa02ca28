import { Modal, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { useBooking, useMayBook } from '../features/booking/use-booking.ts'
import { folded } from '../lib/folded.ts'
import { useLanguage, useTexts } from '../lib/language-choice.tsx'
import { nameOf } from '../lib/session.ts'
import { useClinic, useLogOut, useSession } from '../lib/use-session.ts'
import { Name, plainName } from '../ui/isolated.tsx'
import { ui } from '../ui/texts.ts'
import { useMayLeave } from '../ui/unsaved.tsx'
import { homeOf } from './home-room.ts'
import { keyTexts } from './key-texts.ts'
import classes from './keys.module.css'
import type { Choice } from './palette-choice.ts'
import { usePeople } from './palette-people.ts'
import { hrefOf } from './rooms.ts'
import { shell } from './texts.ts'
import { useMainRooms } from './workplace-rooms.ts'

interface PaletteProps {
  opened: boolean
  onClose: () => void
}

/** Everything that one may go to or do from anywhere, by a part of its name. */
export function Palette({ opened, onClose }: PaletteProps) {
  const t = useTexts(keyTexts)
  const words = useTexts(ui)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t.palette}
      centered={false}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Finder onDone={onClose} />
    </Modal>
  )
}

function Finder({ onDone }: { onDone: () => void }) {
  const t = useTexts(keyTexts)
  const list = useId()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const people = usePeople(typed)
  const found = [...useChoices().filter(({ name }) => folded(name).includes(folded(typed))), ...people]
  const choose = (choice: Choice | undefined) => {
    if (!choice) return
    onDone()
    choice.act()
  }
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (event.key === 'Enter') choose(found[at])
    else if (step === 0 || found.length === 0) return
    else setAt((at + step + found.length) % found.length)
    event.preventDefault()
  }
  return (
    <>
      <TextInput
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found[at] && `${list}-${at}`}
        aria-label={t.search}
        placeholder={t.search}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
        autoComplete="off"
        data-autofocus
      />
      <div className={classes.found} id={list} role="listbox" aria-label={t.palette}>
        {found.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          <div
            key={choice.key ?? choice.name}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === at}
            className={classes.choice}
            onClick={() => choose(choice)}
            tabIndex={-1}
          >
            <ChoiceName choice={choice} />
          </div>
        ))}
      </div>
      {found.length === 0 && <p role="status">{t.nothing}</p>}
    </>
  )
}

const ChoiceName = ({ choice: { name, about } }: { choice: Choice }) =>
  about === undefined ? (
    name
  ) : (
    <>
      <Name>{name}</Name> <span className="small">{about}</span>
    </>
  )

/** The rooms of the clinic, the other clinics, and what can be done anywhere. */
function useChoices(): readonly Choice[] {
  const t = useTexts(shell)
  const words = useTexts(ui)
  const { language, choose } = useLanguage()
  const { clinics } = useSession()
  const clinic = useClinic()
  const navigate = useNavigate()
  const logOut = useLogOut()
  const mayLeave = useMayLeave()
  const rooms = useMainRooms()
  const desk = useDeskChoices()
  const go = (to: string) => () => void navigate({ to })
  return [
    ...desk,
    ...rooms.map(({ name, to }) => ({ name, act: go(to) })),
    { name: t.security, act: go('/security') },
    { name: t.preferences, act: go('/preferences') },
    ...clinics
      .filter(({ id, mayEnter }) => id !== clinic?.id && mayEnter)
      .map(other => ({
        name: `${t.switchClinic}: ${plainName(nameOf(language, other))}`,
        act: go(hrefOf(other.id, homeOf(other.role))),
      })),
    { name: words.otherLanguage, act: () => choose(language === 'ar' ? 'en' : 'ar') },
    { name: t.logOut, act: () => void mayLeave().then(leave => leave && logOut.mutate()) },
  ]
}

/** What the desk does beside any room, for who may. */
function useDeskChoices(): readonly Choice[] {
  const t = useTexts(keyTexts)
  const mayBook = useMayBook()
  const { open, takeWalkIn } = useBooking()
  if (!mayBook) return []
  return [
    { name: t.book, act: () => open() },
    { name: t.walkIn, act: takeWalkIn },
  ]
}
