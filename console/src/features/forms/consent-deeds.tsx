import { Button, Group } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { useWrite } from '../../lib/use-write.ts'
import { NoteDialog } from '../../ui/note-dialog.tsx'
import { CONSENTED, type Consent } from './consent.ts'
import { forms } from './texts.ts'

/** What the staff does with a consent besides having it signed. */
export function ConsentDeeds({ consent: { id, allowed } }: { consent: Consent }) {
  const t = useTexts(forms)
  const witnessing = useWrite('witnessConsent', { changes: CONSENTED, said: () => t.witnessed })
  const revoking = useWrite('revokeConsent', { changes: CONSENTED, said: () => t.revoked })
  const own = { invalid_state_transition: t.settled, not_permitted: t.treats }
  return (
    <Group gap="xs">
      {allowed.includes('WITNESS') && (
        <NoteDialog
          trigger={ask => <Button onClick={ask}>{t.witness}</Button>}
          title={t.witness}
          lead={t.witnessLead}
          note={t.witnessName}
          missing={t.noName}
          deed={t.witness}
          pending={witnessing.isPending}
          error={witnessing.error}
          own={own}
          act={({ note = '' }) => witnessing.mutateAsync({ id, signature: note })}
        />
      )}
      {allowed.includes('REVOKE') && (
        <NoteDialog
          trigger={ask => (
            <Button variant="subtle" color="red" onClick={ask}>
              {t.revoke}
            </Button>
          )}
          title={t.revoke}
          lead={t.revokeLead}
          note={t.reason}
          missing={t.noReason}
          deed={t.revokeDeed}
          isDanger
          pending={revoking.isPending}
          error={revoking.error}
          own={own}
          act={({ note = '' }) => revoking.mutateAsync({ id, reason: note })}
        />
      )}
    </Group>
  )
}
