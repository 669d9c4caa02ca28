import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { letterOf } from '../lib/key-letter.ts'
import { isBusy, lettersAct } from '../lib/keys.ts'
import { useClinic } from '../lib/use-session.ts'
import { KeySheet } from './key-sheet.tsx'
import { Palette } from './palette.tsx'
import { hrefOf, MAIN_ROOMS, ROOMS, roomsOf } from './rooms.ts'

/** How long G waits for its letter. */
const PATIENCE_MS = 1_500

/** The keys that act everywhere: the palette, the sheet of keys, and G with the letter of a room. */
export function Shortcuts() {
  const [palette, { open: openPalette, close: closePalette }] = useDisclosure(false)
  const [sheet, { open: openSheet, close: closeSheet }] = useDisclosure(false)
  const go = useGo()
  useEffect(() => {
    let goUntil = 0
    const press = (event: KeyboardEvent) => {
      const letter = letterOf(event)
      const withControl = event.ctrlKey || event.metaKey
      if (withControl && letter === 'k') {
        event.preventDefault()
        return openPalette()
      }
      if (withControl || event.altKey || isBusy(event.target) || !lettersAct.get()) return
      if (letter === '?' || letter === '؟') return openSheet()
      const isGoing = event.timeStamp < goUntil
      goUntil = letter === 'g' && !isGoing ? event.timeStamp + PATIENCE_MS : 0
      if (isGoing) go.current(letter)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [openPalette, openSheet, go])
  return (
    <>
      <Palette opened={palette} onClose={closePalette} />
      <KeySheet opened={sheet} onClose={closeSheet} />
    </>
  )
}

/** Leads to the room of a letter, where the role may open it. */
function useGo() {
  const clinic = useClinic()
  const navigate = useNavigate()
  const go = useRef<(letter: string) => void>(() => undefined)
  useEffect(() => {
    go.current = letter => {
      const room = MAIN_ROOMS.find(key => ROOMS[key].go === letter)
      if (clinic && room && roomsOf(clinic).includes(room)) void navigate({ to: hrefOf(clinic.id, room) })
    }
  })
  return go
}
