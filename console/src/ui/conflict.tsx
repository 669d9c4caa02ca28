import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useState } from 'react'
import { useFormats, useTexts } from '../lib/language-choice.tsx'
import { type Conflict, Dismissed } from '../lib/problem.ts'
import classes from './conflict.module.css'
import { plainName } from './isolated.tsx'
import { ui } from './texts.ts'

/** What a room calls the fields that may have been changed meanwhile, and how it shows their values. */
export interface ConflictWords {
  fields: Readonly<Record<string, string>>
  /** Nothing where it is shown as it is. */
  shown?: (field: string, value: unknown) => string | undefined
}

export type Decision = 'theirs' | 'mine'
type Decide = (conflict: Conflict, words: ConflictWords) => Promise<Decision>

const Deciding = createContext<Decide>(() => Promise.reject(new Dismissed()))

interface Asked {
  conflict: Conflict
  words: ConflictWords
  decide: (decision: Decision) => void
  dismiss: () => void
}

/** Holds the dialog that says who changed the same meanwhile, over whatever form was about to save. */
export function ConflictProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const decide = useCallback<Decide>(
    (conflict, words) =>
      new Promise<Decision>((resolve, reject) => {
        setAsked({ conflict, words, decide: resolve, dismiss: () => reject(new Dismissed()) })
      }).finally(() => setAsked(undefined)),
    [],
  )
  return (
    <Deciding value={decide}>
      {children}
      <ConflictDialog asked={asked} />
    </Deciding>
  )
}

/** Has the person decide what stands: theirs, or what is typed here. Rejects with Dismissed where the dialog was closed. */
export const useDecide = (): Decide => use(Deciding)

function ConflictDialog({ asked }: { asked: Asked | undefined }) {
  const t = useTexts(ui)
  return (
    <Modal
      opened={asked !== undefined}
      onClose={() => asked?.dismiss()}
      title={t.conflictTitle}
      closeButtonProps={{ 'aria-label': t.close }}
      zIndex={350}
    >
      {asked && <ConflictQuestion asked={asked} />}
    </Modal>
  )
}

type Switched = Readonly<Record<'on' | 'off', string>>

function plain(value: unknown, words: Switched): string {
  if (typeof value === 'boolean') return value ? words.on : words.off
  if (Array.isArray(value) && value.length > 0) return value.map(one => plain(one, words)).join(', ')
  if (value === null || value === undefined || value === '' || Array.isArray(value)) return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function ConflictQuestion({ asked: { conflict, words, decide } }: { asked: Asked }) {
  const t = useTexts(ui)
  const { time } = useFormats()
  const shown = (field: string, value: unknown) => words.shown?.(field, value) ?? plain(value, t)
  return (
    <Stack>
      <Text>{t.conflictLead(plainName(conflict.by.name || t.conflictOther), time(conflict.at))}</Text>
      <dl className={classes.changes}>
        {conflict.changes.map(({ field, from, to }) => (
          <div key={field}>
            <dt>{words.fields[field] ?? field}</dt>
            <dd>
              <del>
                <bdi>{shown(field, from)}</bdi>
              </del>{' '}
              <ins>
                <bdi>{shown(field, to)}</bdi>
              </ins>
            </dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        {t.conflictTyped}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => decide('theirs')} data-autofocus>
          {t.keepTheirs}
        </Button>
        <Button onClick={() => decide('mine')}>{t.applyMine}</Button>
      </Group>
    </Stack>
  )
}
