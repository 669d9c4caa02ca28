import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import { Name, plainName } from '../../ui/isolated.tsx'
import { useSentence } from '../../ui/problem-notice.tsx'
import { recordTexts } from './texts.ts'
import type { Upload } from './use-uploads.ts'

interface ListProps {
  uploads: readonly Upload[]
  retry: (upload: Upload) => void
  remove: (key: number) => void
}

/** What is on its way, how far it is, and what of it failed. */
export function UploadList({ uploads, ...deeds }: ListProps) {
  const t = useTexts(recordTexts)
  if (uploads.length === 0) return null
  return (
    <ul className="rows card" aria-label={t.uploads}>
      {uploads.map(upload => (
        <UploadRow key={upload.key} upload={upload} {...deeds} />
      ))}
    </ul>
  )
}

function UploadRow({ upload, retry, remove }: Omit<ListProps, 'uploads'> & { upload: Upload }) {
  const t = useTexts(recordTexts)
  const sentence = useSentence()
  const { key, file, part, unfit, error } = upload
  const name = plainName(file.name)
  const failed = unfit !== undefined || error !== undefined
  return (
    <li>
      <Group justify="space-between" gap="sm">
        <Stack gap={4} className="row-text">
          <Name>{file.name}</Name>
          {failed ? (
            <Text size="sm" role="alert">
              {unfit ? t.unfit[unfit] : sentence(error, { upload_mismatch: t.mismatch })}
            </Text>
          ) : (
            <Progress value={part * 100} aria-label={t.sending(name)} />
          )}
        </Stack>
        <Group gap="xs">
          {error !== undefined && (
            <Button size="compact-sm" onClick={() => retry(upload)} aria-label={t.retryNamed(name)}>
              {t.retry}
            </Button>
          )}
          {failed && (
            <Button size="compact-sm" variant="default" onClick={() => remove(key)} aria-label={t.dropNamed(name)}>
              {t.drop}
            </Button>
          )}
        </Group>
      </Group>
    </li>
  )
}
