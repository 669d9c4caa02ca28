import type { Issue } from '@clinic/contract/errors.ts'
import type { JsonSchema } from '@clinic/contract/json-schema.ts'
import { Input, Stack, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { plainName } from '../../ui/isolated.tsx'
import { useErrorAt } from '../../ui/issue-sentence.ts'
import { branchTexts } from './branch-texts.ts'
import { AddRow, RemoveRow } from './row-buttons.tsx'
import classes from './settings.module.css'

/** A room as it is typed, and as it was called before; a new one was not there. */
export interface RoomDraft {
  key: number
  was: string | null
  name: string
}

export const roomsDraft = (rooms: readonly string[]): RoomDraft[] =>
  rooms.map((name, key) => ({ key, was: name, name }))

/** Rooms that are only called otherwise. */
export const renamedIn = (rooms: readonly RoomDraft[]): { from: string; to: string }[] =>
  rooms.flatMap(({ was, name }) => (was !== null && was !== name.trim() ? [{ from: was, to: name.trim() }] : []))

/** What is separated by commas, Arabic ones too. */
export const listIn = (text: string): string[] =>
  text
    .split(/[,،]/)
    .map(one => one.trim())
    .filter(one => one !== '')

interface RoomsProps {
  rooms: readonly RoomDraft[]
  onChange: (rooms: RoomDraft[]) => void
  form: { issueAt: (path: string) => Issue | undefined }
  schema: JsonSchema
}

/** The rooms of a branch, in their order. */
export function RoomsField({ rooms, onChange, form, schema }: RoomsProps) {
  const t = useTexts(branchTexts)
  const errorAt = useErrorAt(form, schema)
  const add = () => onChange([...rooms, { key: Math.max(-1, ...rooms.map(({ key }) => key)) + 1, was: null, name: '' }])
  return (
    <Stack gap={6} maw={480}>
      <div>
        <Input.Label component="div">{t.rooms}</Input.Label>
        <Input.Description>{rooms.length === 0 ? t.noRooms : t.roomsLead}</Input.Description>
      </div>
      <ul className={classes.rows}>
        {rooms.map((room, index) => (
          <li key={room.key} className={classes.row}>
            <TextInput
              className={classes.grow}
              dir="auto"
              aria-label={t.room(index + 1)}
              value={room.name}
              error={errorAt(`/rooms/${index}`)}
              onChange={event => {
                const name = event.currentTarget.value
                onChange(rooms.map(one => (one.key === room.key ? { ...one, name } : one)))
              }}
            />
            <RemoveRow
              label={t.removeRoom(plainName(room.name))}
              onClick={() => onChange(rooms.filter(({ key }) => key !== room.key))}
            />
          </li>
        ))}
      </ul>
      <AddRow label={t.addRoom} onClick={add} disabled={rooms.length >= 50} />
    </Stack>
  )
}
