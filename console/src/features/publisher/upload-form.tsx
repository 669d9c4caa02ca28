import { Button, FileButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef, useState } from 'react'
import { publisherHref } from '../../app/publisher-rooms.ts'
import { useTexts } from '../../lib/language-choice.tsx'
import { issuesIn } from '../../lib/problem.ts'
import { usePublisherId, usePublisherWrite } from '../../lib/publisher.ts'
import { Notice } from '../../ui/notice.tsx'
import { ProblemNotice } from '../../ui/problem-notice.tsx'
import { useUnsaved } from '../../ui/unsaved.tsx'
import { ManifestEditor, showLine } from './manifest-editor.tsx'
import { ManifestIssues } from './manifest-issues.tsx'
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
  const area = useRef<HTMLTextAreaElement>(null)
  const manifest = useManifest(start)
  const [version, setVersion] = useState(number)
  const [notes, setNotes] = useState('')
  const { checking, uploading, check, upload, numberIssue } = useUploading({ plugin, version, notes, manifest })
  const numberWords = new Map([
    ['not_unique', t.numberTaken],
    ['too_small', t.numberLow],
  ])
  const wrong = manifest.fault !== undefined || manifest.issues.length > 0
  return (
    <form onSubmit={upload} noValidate>
      <Stack gap="lg">
        <div className="card">
          <Stack gap="lg">
            <TextInput
              label={t.number}
              description={t.numberLead}
              dir="ltr"
              className="short-input"
              value={version}
              error={numberIssue && (numberWords.get(numberIssue) ?? t.numberWrong)}
              onChange={event => setVersion(event.currentTarget.value)}
            />
            <Textarea
              label={t.notes}
              description={t.notesLead}
              dir="auto"
              rows={2}
              maxLength={5_000}
              value={notes}
              onChange={event => setNotes(event.currentTarget.value)}
            />
          </Stack>
        </div>
        <Stack gap="sm">
          <Group justify="space-between">
            <div className="row-text">
              <Text fw={600}>{t.manifest}</Text>
              <Text size="sm" c="dimmed">
                {t.manifestLead}
              </Text>
            </div>
            <FileButton accept="application/json,.json" onChange={file => void file?.text().then(manifest.setText)}>
              {props => (
                <Button {...props} variant="default" size="sm">
                  {t.openFile}
                </Button>
              )}
            </FileButton>
          </Group>
          <ManifestEditor
            label={t.manifest}
            describedBy="manifest-issues"
            text={manifest.text}
            marked={manifest.marked}
            invalid={wrong}
            onChange={manifest.setText}
            area={area}
          />
          {manifest.fault && (
            <Notice tone="warn">
              <Group gap="sm">
                {t.noJson(manifest.fault.line, manifest.fault.column)}
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => showLine(area.current, manifest.fault?.line ?? 1)}
                >
                  {t.toLine(manifest.fault.line)}
                </Button>
              </Group>
            </Notice>
          )}
          <ManifestIssues id="manifest-issues" issues={manifest.issues} onShow={line => showLine(area.current, line)} />
          {checking.data?.valid && !wrong && <Notice tone="done">{t.sound}</Notice>}
        </Stack>
        <ProblemNotice error={manifest.issues.length > 0 || numberIssue ? null : (uploading.error ?? checking.error)} />
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
