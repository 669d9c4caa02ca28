import { shell } from '../../app/texts.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { Room } from '../../ui/room.tsx'

export const ClinicAssistantsPage = () => <Room title={useTexts(shell).clinicAssistants}>{null}</Room>
