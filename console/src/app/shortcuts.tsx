import { useDisclosure } from '@mantine/hooks'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useBooking, useMayBook } from '../features/booking/use-booking.ts'
import { useNewTask } from '../features/booking/use-new-task.ts'
import { letterOf } from '../lib/key-letter.ts'
import { focusSearch, isBusy, toggleBlur } from '../lib/keys.ts'
import { useTexts } from '../lib/language-choice.tsx'
import { preferences } from '../lib/preferences.ts'
import { typeAhead } from '../lib/typed-ahead.ts'
import { say } from '../ui/toast.ts'
import { undoLast } from '../ui/undo.tsx'
import { shell } from './texts.ts'
import { useMainRooms } from './workplace-rooms.ts'

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })))
const KeySheet = lazy(() => import('./key-sheet.tsx').then(({ KeySheet }) => ({ default: KeySheet })))

/** How long G waits for its letter. */
const PATIENCE_MS = 1_500

/** The keys that act everywhere: the palette, the blur of names, the search, the sheet of keys, undo, the desk, and G with the letter of a room. */
export function Shortcuts() {
  const t = useTexts(shell)
  const [palette, { open: openPalette, close: closePalette }] = useDisclosure(false)
  const [sheet, { open: openSheet, close: closeSheet }] = useDisclosure(false)
  const go = useGo()
  const desk = useDesk()
  const task = useLatest(useNewTask())
  useEffect(() => {
    const withControl: Actions = {
      k: openPalette,
      '.': () => say(toggleBlur() ? t.blurred : t.unblurred),
    }
    const alone: Actions = {
      '?': openSheet,
      '؟': openSheet,
      '/': () => focusSearch() || openPalette(),
      z: undoLast,
    }
    const typingInto = (open: (() => void) | undefined) => {
      typeAhead()
      open?.()
    }
    const aboutTasks: Actions = { t: () => typingInto(task.current) }
    const atDesk: Actions = {
      n: () => typingInto(desk.current?.book),
      w: () => typingInto(desk.current?.takeWalkIn),
    }
    let goUntil = 0
    const press = (event: KeyboardEvent) => {
      const letter = letterOf(event)
      if (event.ctrlKey || event.metaKey) return perform(withControl, letter, event)
      if (event.altKey || isBusy(event.target) || !preferences().shortcuts) return
      const isGoing = event.timeStamp < goUntil
      goUntil = letter === 'g' && !isGoing ? event.timeStamp + PATIENCE_MS : 0
      if (isGoing) {
        // It is no key of the room.
        event.preventDefault()
        go.current(letter)
      } else perform({ ...alone, ...(desk.current && atDesk), ...(task.current && aboutTasks) }, letter, event)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [openPalette, openSheet, go, desk, task, t])
  return (
    <Suspense>
      {palette && <Palette opened={palette} onClose={closePalette} />}
      {sheet && <KeySheet opened={sheet} onClose={closeSheet} />}
    </Suspense>
  )
}

type Actions = Readonly<Record<string, () => unknown>>

function perform(actions: Actions, letter: string, event: KeyboardEvent): void {
  const act = Object.hasOwn(actions, letter) ? actions[letter] : undefined
  if (!act) return
  event.preventDefault()
  act()
}

/** What the desk does beside any room of a clinic, for the patient whose file is shown; nothing elsewhere, and for who may not book. */
function useDesk() {
  const mayBook = useMayBook()
  const { open, takeWalkIn } = useBooking()
  const { id = '' } = useParams({ strict: false })
  const book = () => open(id.startsWith('pat_') ? { patientId: id } : {})
  return useLatest(mayBook ? { book, takeWalkIn } : undefined)
}

/** What is there now, for listeners that outlast it. */
function useLatest<Value>(value: Value) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}

/** Leads to the room of a letter, where the role may open it. */
function useGo() {
  const rooms = useMainRooms()
  const navigate = useNavigate()
  const go = useRef<(letter: string) => void>(() => undefined)
  useEffect(() => {
    go.current = letter => {
      const room = rooms.find(one => one.go === letter)
      if (room) void navigate({ to: room.to })
    }
  })
  return go
}
