import { shell } from '../../app/texts.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Room } from '../../ui/room.tsx'

export const AssistantsPage = () => <Room title={useTexts(shell).assistants}>{null}</Room>
