import { INPUT } from 'virtual:publisher-input/createPublisher'
import type { Issue } from '@clinic/contract/errors.ts'
import { issuesOf } from '@clinic/contract/issues.ts'
import { Stack, TextInput } from '@mantine/core'
import { useTexts } from '../../lib/language-choice.tsx'
import type { PublisherInput } from '../../lib/publisher-api.ts'
import { useIssueSentence } from '../../ui/issue-sentence.ts'
import { publisherTexts } from './texts.ts'

/** What a publisher says of itself, as it is typed. */
export interface PublisherDraft {
  nameEn: string
  nameAr: string
  website: string
  supportEmail: string
}

export const publisherInput = ({
  nameEn,
  nameAr,
  website,
  supportEmail,
}: PublisherDraft): PublisherInput<'createPublisher'> => ({
  name: { en: nameEn.trim(), ...(nameAr.trim() !== '' && { ar: nameAr.trim() }) },
  website: website.trim(),
  supportEmail: supportEmail.trim(),
})

export const publisherIssues = (draft: PublisherDraft): Issue[] => issuesOf(INPUT, publisherInput(draft))

interface PublisherFieldsProps {
  draft: PublisherDraft
  issueAt: (path: string) => Issue | undefined
  set: (changes: Partial<PublisherDraft>) => void
}

export function PublisherFields({ draft, issueAt, set }: PublisherFieldsProps) {
  const t = useTexts(publisherTexts)
  const sentence = useIssueSentence()
  const field = (name: keyof PublisherDraft, path: string) => {
    const issue = issueAt(path)
    return {
      value: draft[name],
      // A web address has to begin with https://, which is what its sentence shows.
      error: issue && sentence(issue.code === 'pattern' ? { ...issue, code: 'uri' } : issue, INPUT),
      onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
    }
  }
  return (
    <Stack gap="lg">
      <TextInput label={t.nameEn} description={t.nameEnLead} dir="auto" required {...field('nameEn', '/name/en')} />
      <TextInput label={t.nameAr} dir="auto" {...field('nameAr', '/name/ar')} />
      <TextInput
        type="url"
        dir="ltr"
        label={t.website}
        description={t.websiteLead}
        placeholder="https://"
        required
        {...field('website', '/website')}
      />
      <TextInput
        type="email"
        dir="ltr"
        label={t.support}
        description={t.supportLead}
        required
        {...field('supportEmail', '/supportEmail')}
      />
    </Stack>
  )
}
