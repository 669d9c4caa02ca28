import type { ErrorComponentProps } from '@tanstack/react-router'
import { useTexts } from '../lib/language-choice.tsx'
import { ProblemNotice } from '../ui/problem-notice.tsx'
import { Room } from '../ui/room.tsx'
import { shell } from './texts.ts'

/** In place of a room that could not be shown: the others, and the way to them, stay. */
export const RoomFailed = ({ error, reset }: ErrorComponentProps) => (
  <Room title={useTexts(shell).failed}>
    <ProblemNotice error={error} onRetry={reset} />
  </Room>
)
