import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { issuesIn } from '../../lib/problem.ts'
import { usePublisherId, usePublisherWrite } from '../../lib/publisher.ts'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { ManifestField } from './manifest-field.tsx'
import { useManifest } from './use-manifest.ts'
import type { OwnPlugin } from './use-own-plugin.ts'
import { versionTexts } from './version-texts.ts'

interface UploadFormProps {
  plugin: OwnPlugin
  number: string
  start: string
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Number, notes and manifest of a version; every problem stands beside the line that has it. */
export function UploadForm({ plugin, number, start }: UploadFormProps) {
  const t = useTexts(versionTexts)
  const manifest = useManifest(start)
  const [said, setSaid] = useState({ version: number, notes: '' })
  const { checking, uploading, check, upload, numberIssue } = useUploading({ plugin, ...said, manifest })
  const isPlaced = manifest.issues.length > 0 || numberIssue !== undefined
  return (
    <form onSubmit={upload} noValidate>
      <Stack gap="lg">
        <VersionFields said={said} numberIssue={numberIssue} onSay={setSaid} />
        <ManifestField manifest={manifest} sound={checking.data?.valid === true} />
        <ProblemNotice error={isPlaced ? null : (uploading.error ?? checking.error)} />
        <Group>
          <Button type="submit" loading={uploading.isPending}>
            {t.upload}
          </Button>
          <Button variant="default" loading={checking.isPending} onClick={check}>
            {t.check}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface Written {
  version: string
  notes: string
}

interface VersionFieldsProps {
  said: Written
  numberIssue: string | undefined
  onSay: (said: Written) => void
}

function VersionFields({ said, numberIssue, onSay }: VersionFieldsProps) {
  const t = useTexts(versionTexts)
  const numberWords = new Map([
    ['not_unique', t.numberTaken],
    ['too_small', t.numberLow],
  ])
  return (
    <div className="card">
      <Stack gap="lg">
        <TextInput
          label={t.number}
          description={t.numberLead}
          dir="ltr"
          className="short-input"
          value={said.version}
          error={numberIssue && (numberWords.get(numberIssue) ?? t.numberWrong)}
          onChange={event => onSay({ ...said, version: event.currentTarget.value })}
        />
        <Textarea
          label={t.notes}
          description={t.notesLead}
          dir="auto"
          rows={2}
          maxLength={5_000}
          value={said.notes}
          onChange={event => onSay({ ...said, notes: event.currentTarget.value })}
        />
      </Stack>
    </div>
  )
}

interface Uploading {
  plugin: OwnPlugin
  version: string
  notes: string
  manifest: ReturnType<typeof useManifest>
}

function useUploading({ plugin: { id }, version, notes, manifest }: Uploading) {
  const t = useTexts(versionTexts)
  const navigate = useNavigate()
  const publisherId = usePublisherId()
  const checking = usePublisherWrite('checkManifest', { changes: [] })
  const uploading = usePublisherWrite('uploadVersion', {
    changes: ['listOwnVersions', 'listOwnPlugins'],
    said: made => t.uploaded(made.version),
  })
  const unmark = useUnsaved(manifest.text !== manifest.start || notes !== '')
  const [numberIssue, setNumberIssue] = useState<string>()
  const document = isObject(manifest.value) ? manifest.value : undefined
  const check = () => {
    if (document) checking.mutate({ manifest: document }, { onSuccess: ({ issues }) => manifest.setFound(issues) })
  }
  const upload = (event: FormEvent) => {
    event.preventDefault()
    if (!document || uploading.isPending) return
    setNumberIssue(undefined)
    const said = notes.trim()
    const input = { id, version: version.trim(), manifest: document, ...(said !== '' && { notes: said }) }
    uploading.mutate(input, {
      onSuccess: made => {
        unmark()
        void navigate({ to: publisherHref(publisherId, 'ownVersion', { id, version: made.version }) })
      },
      onError: error => {
        const issues = issuesIn(error)
        manifest.setFound(issues.filter(({ path }) => path === '' || path.startsWith('/')))
        setNumberIssue(issues.find(({ path }) => path === 'version')?.code)
      },
    })
  }
  return { checking, uploading, check, upload, numberIssue }
}
